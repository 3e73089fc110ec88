// Removes emoji and invisible characters from text. Removes whole sequences: joiners, skin tones, variation selectors,
// keycaps, flags and tags. Keeps joiners and variation selectors in scripts whose spelling requires them.

/**
 * Soft hyphen, directional controls, zero-width space, word joiner, invisible operators, byte order mark, interlinear
 * marks.
 */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * Scripts whose spelling requires U+200C or U+200D: Arabic and related scripts, the Indic scripts and their neighbors.
 */
const JOINING_SCRIPTS =
  `Arab Syrc Mand Nkoo Mong Phag Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Java Bali Sund Cham Lana
  Newa Limb Lepc Mtei Saur Sylo`
    .split(/\s+/)
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('');
/** A letter or mark of such a script. Its digits and punctuation take no joiner. */
const JOINING = `(?:(?=[\\p{L}\\p{M}])[${JOINING_SCRIPTS}])`;
/** Parts of sequences, which may remain at any position. */
const PART = '[\\u200c\\u200d\\u20e3\\ufe00-\\ufe0f\\u{1f3fb}-\\u{1f3ff}\\u{1f1e6}-\\u{1f1ff}\\u{e0000}-\\u{e01ef}]';
/** A selector that chooses the glyph of a letter. */
const OWN_SELECTOR =
  '(?<=[\\p{Script=Han}\\p{Script=Mymr}\\p{Script=Mong}\\p{Script=Phag}])[\\ufe00-\\ufe0d\\u{e0100}-\\u{e01ef}]';
/** Arrows and symbols that are text unless a selector makes them an emoji. */
const SIGN =
  '[\\u203c\\u2049\\u2139\\u2190-\\u21ff\\u24c2\\u25aa-\\u25ff\\u27a1\\u2934\\u2935\\u2b05-\\u2b07\\u3030\\u303d\\u3297\\u3299]';
/** ©, ® and ™ are parts of names: only their selector is removed. */
const LETTER_LIKE = '[\\u00a9\\u00ae\\u2122]';
const PICTOGRAPH = `(?=\\p{Emoji}|[\\u{1f000}-\\u{1faff}])\\p{Extended_Pictographic}|[\\u{1f300}-\\u{1f6ff}\\u{1f900}-\\u{1faff}]`;
const VISIBLE = `[0-9#*]\\ufe0f?\\u20e3|${SIGN}\\ufe0f|\\p{Emoji_Presentation}|(?!${SIGN}|${LETTER_LIKE})(?:${PICTOGRAPH})`;
/**
 * A joiner between two letters of such a script; U+200D also after the last letter of a word (Malayalam chillus, Arabic
 * initial forms).
 */
const OWN_JOINER = `(?<=${JOINING})(?:[\\u200c\\u200d](?=${JOINING})|\\u200d(?!${PART}|${VISIBLE}))`;
const ONE = `(?!${OWN_JOINER}|${OWN_SELECTOR})(?:${VISIBLE}|${PART})`;
/** A run of emoji and parts of them, with the blanks between and after them, without line breaks. */
const RUN = new RegExp(`${ONE}(?:[ \\t]*${ONE})*[ \\t]*`, 'gu');
const EMOJI = new RegExp(VISIBLE, 'u');
const PARTS = new RegExp(PART, 'gu');
const SUSPICIOUS =
  /[\u20e3\ufe00-\ufe0f\u200b-\u200d\u203c\u2049\u2139\u2190-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\ud83c-\ud83e\udb40]/;

/** A fast test without false negatives: if it returns false, withoutEmoji would not change the text. */
export function mayHoldEmoji(text: string): boolean {
  return SUSPICIOUS.test(text);
}

/** The text without invisible characters. Joiners and variation selectors are left to withoutEmoji. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * The text without emoji. An emoji between two words becomes one blank; at the end of a line or before punctuation it
 * becomes none. Text without emoji does not change, except that parts of sequences (joiners, selectors, U+20E3) without
 * a function are removed.
 */
export function withoutEmoji(text: string): string {
  if (!mayHoldEmoji(text)) return text;
  let clean = '';
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const before = text.slice(end, index);
    end = index + run.length;
    if (!EMOJI.test(run)) {
      clean += before + run.replace(PARTS, '');
      continue;
    }
    clean += withoutBlanksBehind(before);
    const isBetween = clean !== '' && !/[\n ]$/.test(clean.slice(-1)) && !NO_BLANK_BEFORE.test(text[end] ?? '\n');
    if (isBetween) clean += ' ';
  }
  return clean + text.slice(end);
}

function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return text.slice(0, end);
}

const NO_BLANK_BEFORE = /[\n\r.,;:!?)\]}]/;
