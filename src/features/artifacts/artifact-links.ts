// Links to files that need no sign-in: each names one file, its conversation and when it ends, and is signed (ART-04).

import { createHmac, timingSafeEqual } from 'node:crypto';

interface LinkedArtifact {
  readonly artifactId: string;
  readonly sessionId: string;
}

export interface ArtifactLinks {
  /** For an address; from now on for as long as links live. Ids are uuids. */
  tokenFor(artifact: LinkedArtifact): string;
  /** Undefined for what was not signed here, or has ended. That the file is still there is the caller's to see. */
  read(token: string): LinkedArtifact | undefined;
}

export interface ArtifactLinksParts {
  /** The instance's own; whoever has it can open every file. */
  readonly secret: Uint8Array;
  readonly lifeMs: number;
  readonly now: () => Date;
}

const ID_BYTES = 16;
const TIME_BYTES = 6;
const CLAIM_BYTES = 2 * ID_BYTES + TIME_BYTES;
const MAC_BYTES = 32;

export function createArtifactLinks({ secret, lifeMs, now }: ArtifactLinksParts): ArtifactLinks {
  const sign = (claim: Buffer): Buffer =>
    createHmac('sha256', secret).update('artifact-link 1\n').update(claim).digest();
  return {
    tokenFor({ artifactId, sessionId }) {
      const claim = Buffer.alloc(CLAIM_BYTES);
      idBytes(artifactId).copy(claim, 0);
      idBytes(sessionId).copy(claim, ID_BYTES);
      claim.writeUIntBE(now().getTime() + lifeMs, 2 * ID_BYTES, TIME_BYTES);
      return Buffer.concat([claim, sign(claim)]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== CLAIM_BYTES + MAC_BYTES || bytes.toString('base64url') !== token)
        return undefined;
      const claim = bytes.subarray(0, CLAIM_BYTES);
      if (!timingSafeEqual(sign(claim), bytes.subarray(CLAIM_BYTES))) return undefined;
      if (claim.readUIntBE(2 * ID_BYTES, TIME_BYTES) <= now().getTime()) return undefined;
      return {
        artifactId: idText(claim.subarray(0, ID_BYTES)),
        sessionId: idText(claim.subarray(ID_BYTES, 2 * ID_BYTES)),
      };
    },
  };
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
