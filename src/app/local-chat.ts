// A conversation in the terminal, without a server: one session that ends with the program.

import { randomBytes } from 'node:crypto';
import type { Text } from '#base/text.ts';
import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { goesToBackground } from '#features/background/index.ts';
import {
  createDialog,
  createMemoryConversation,
  fileUrl,
  localUrl,
  type Dialog,
  type TurnPlan,
  type TurnResult,
} from '#features/dialog/index.ts';
import type { Catalogue, SkillPackage } from '#features/packages/index.ts';
import { createMemoryCallLedger } from '#features/runs/index.ts';
import { openWorkspace } from '#features/workspaces/index.ts';
import type { Settings } from '#system/settings.ts';
import { composeLocal } from './compose-local.ts';
import { isKnowledge, READ_SKILL_FILE, type SkillsProgram } from './compose-skills.ts';
import { createCollector } from './create-collector.ts';
import { createModel } from './create-model.ts';
import { attachLocalFiles } from './local-attachments.ts';
import { answerLocalCommand } from './local-command.ts';
import { readConfigurationFile } from './local-configuration.ts';
import { LOCAL_IDENTITY } from './local-identity.ts';
import { openMessageTurn } from './local-messages.ts';
import { loopLimits } from './loop-limits.ts';
import { modelHost } from './model-place.ts';
import { skillRoots } from './skill-roots.ts';

export interface LocalChatRequest {
  readonly settings: Settings;
  readonly skillRoots: readonly string[] | undefined;
  readonly configurationFile: string | undefined;
  readonly channel: string;
}

export interface LocalChat {
  /** Which model is used and where text goes, how many skills there are, and which are not offered and why. */
  readonly greeting: readonly Text[];
  /** Answers come as messages. */
  readonly isByMessages: boolean;
  turn(request: {
    readonly text: string;
    /** Paths of files that go with it; they are copied. */
    readonly files: readonly string[];
    /** Told what to know of them. */
    onNote(note: Text): void;
    readonly signal: AbortSignal;
    readonly onEvent: (event: ChatEvent) => void;
    readonly onMessage: (message: ChatMessage) => void;
  }): Promise<TurnResult>;
  close(): Promise<void>;
}

/** Throws `input-invalid` for a directory or a file that can't be used. */
export async function openLocalChat(request: LocalChatRequest): Promise<LocalChat> {
  const { settings, channel } = request;
  const model = createModel(settings);
  const program = await composeLocal({
    settings,
    skillRoots: await skillRoots(request.skillRoots),
    configurations:
      request.configurationFile === undefined
        ? {}
        : await readConfigurationFile(request.configurationFile),
    workspacesRoot: settings.workspacesFolder,
    model: async () => model,
  });
  const dialog = createDialog({
    execution: program.execution,
    skills: () => skillsNow(program.catalogue),
    toolsOf: program.toolsOf,
    reader: READ_SKILL_FILE,
    workspacesRoot: settings.workspacesFolder,
    collector: createCollector(settings),
    artifactUrl: fileUrl,
    hasFileLinks: channel !== 'text',
    attachmentUrl: localUrl,
    now: () => new Date(),
  });
  const sessionId = `chat-${randomBytes(6).toString('hex')}`;
  const conversation = createMemoryConversation(createMemoryCallLedger);
  const plan = {
    identity: { ...LOCAL_IDENTITY, sessionId },
    model,
    limits: loopLimits(settings),
    language: settings.language,
    runsInBackground: goesToBackground({ channel, externalId: '' }),
  };
  return {
    greeting: await greetingOf(settings, program),
    isByMessages: channel === 'text',
    turn: (turn) => runLocalTurn({ settings, channel, dialog, conversation, plan }, turn),
    close: () => program.close(),
  };
}

interface LocalConversation {
  readonly settings: Settings;
  readonly channel: string;
  readonly dialog: Dialog;
  readonly conversation: ReturnType<typeof createMemoryConversation>;
  readonly plan: TurnPlan;
}

async function runLocalTurn(
  { settings, channel, dialog, conversation, plan }: LocalConversation,
  { text, files, signal, ...turn }: Parameters<LocalChat['turn']>[0],
): Promise<TurnResult> {
  const { workspacesFolder, uploadBytes, language } = settings;
  const workspace = await openWorkspace(workspacesFolder, plan.identity);
  const { attachments, notes } = await attachLocalFiles(files, {
    workspace,
    mostBytes: uploadBytes,
  });
  for (const note of notes) turn.onNote(note);
  const messages = channel === 'text' ? openMessageTurn({ ...turn, language }) : undefined;
  const onEvent = (event: ChatEvent): void => (messages ?? turn).onEvent(event);
  const record = conversation.openTurn(text, attachments);
  const result =
    (await answerLocalCommand(text, { language, onEvent })) ??
    (await dialog.runTurn({ plan, record, channel, text, attachments, signal, onEvent }));
  return messages === undefined ? result : { ...result, text: await messages.end() };
}

/** A skill that is written while the conversation goes on is there in its next turn. */
async function skillsNow(catalogue: Catalogue): Promise<readonly SkillPackage[]> {
  await catalogue.refresh();
  return catalogue.all();
}

async function greetingOf(
  settings: Settings,
  { catalogue, execution }: SkillsProgram,
): Promise<Text[]> {
  const all = catalogue.all();
  const knowledge = all.filter(isKnowledge).length;
  const obstacles = await Promise.all(
    all
      .filter((skill) => !isKnowledge(skill))
      .map(async (skill) => ({ name: skill.name, reason: await execution.obstacleOf(skill) })),
  );
  const hidden = obstacles.flatMap(({ name, reason }) =>
    reason === undefined ? [] : [notOffered(name, reason)],
  );
  const rejected = catalogue
    .rejected()
    .map(({ name, findings }) => notOffered(name, findings[0]?.message ?? cliTexts.noFindings()));
  const host = modelHost(settings);
  return [
    host === undefined ? cliTexts.startOffline() : cliTexts.startModel(settings.model, host),
    cliTexts.skillsReady(obstacles.length - hidden.length),
    ...(knowledge > 0 ? [cliTexts.knowledgeReady(knowledge)] : []),
    ...hidden,
    ...rejected,
  ];
}

function notOffered(name: string, reason: Text): Text {
  const zh = cliTexts.skillNotOffered(name, reason.zh).zh;
  return { zh, en: cliTexts.skillNotOffered(name, reason.en).en };
}
