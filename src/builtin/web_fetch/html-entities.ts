// Character references of HTML: all numeric ones, and the named ones that pages use.

/** ISO 8859-1, from 160 on, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const OTHERS =
  'amp=& lt=< gt=> quot=" apos=\' hellip=… mdash=— ndash=– lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ bull=• dagger=† Dagger=‡ permil=‰ prime=′ Prime=″ lsaquo=‹ rsaquo=› oline=‾ euro=€ trade=™ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ rArr=⇒ infin=∞ ne=≠ le=≤ ge=≥ minus=− asymp=≈ equiv=≡ sum=∑ radic=√ alpha=α beta=β gamma=γ delta=δ lambda=λ mu=μ pi=π sigma=σ omega=ω Omega=Ω Delta=Δ ensp=\u2002 emsp=\u2003 thinsp=\u2009 zwnj=\u200C zwj=\u200D lrm=\u200E rlm=\u200F check=✓ star=☆ hearts=♥'.split(
    ' ',
  );

const NAMED = new Map<string, string>([
  ...LATIN_1.map((name, at): [string, string] => [name, String.fromCodePoint(160 + at)]),
  ...OTHERS.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  }),
]);

const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,10});?/g;

/** Browsers read 128 to 159 as Windows-1252 has them. */
const WINDOWS = new TextDecoder('windows-1252');

export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(REFERENCE, (reference) => {
    const inner = reference.replace(/^&/, '').replace(/;$/, '');
    if (!inner.startsWith('#')) return NAMED.get(inner) ?? reference;
    const isHex = /^#x/i.test(inner);
    return character(isHex ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1)));
  });
}

function character(code: number): string {
  if (code >= 128 && code < 160) return WINDOWS.decode(Uint8Array.of(code));
  const isNone = code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code < 0xe0_00);
  return isNone ? '\uFFFD' : String.fromCodePoint(code);
}
