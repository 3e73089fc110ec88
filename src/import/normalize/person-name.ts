// Converts names of people to reading order: without titles, degrees, pronouns and decorations, first name before last
// name, and not all in capitals. Parts that cannot be distinguished from a name remain.
import { isKnownGivenName } from '../../identity/person-names/given-names.ts';
import { fold } from '../../words/words.ts';
import { withoutEmoji } from '../read/without-emoji.ts';
import { readsAsTitle } from '../titles/reads-as-title.ts';

export interface WrittenName {
  readonly name: string;
  /** First and last name, if a comma or the field separates them. */
  readonly parts: readonly [first: string, last: string] | null;
  /** The text after the name that is not part of it: `VP at Acme` of `Jane Roe – VP at Acme`. */
  readonly remark: string | null;
}

/** Symbols other than emoji: stars, arrows, check marks, trademark signs. */
const DECORATION = /(?:\p{Extended_Pictographic}|[\u2190-\u21ff\u25a0-\u27bf®™])+/gu;
/** Characters that a plain name does not contain: most names need no further test. */
const MARKED = /[^\p{L}\p{M}\s'’-]|\s[\s–—-]|\p{Lu}{3}/u;
const MARKED_WORD = /^(?:mrs?|ms|miss|dr|prof|herr|frau|mme|sir)\s|\s(?:phd|jr|sr|mba)$/i;
/** The text after one of these separators is about the person, not part of the name. */
const REMARK = /\s*(?:\||•|·|★|»|\s[–—~-]\s|\s@\s).*$/u;
const PRONOUNS = /\s*[([]?\b(?:she|he|they|her|him|ze|ella|elle|sie|er|il|el)\s*[/|]\s*[a-z/| ]+\b[)\]]?\s*$/i;
/** Code and markup, which no name contains. Such a text remains unchanged. */
const NO_NAME = /[{}<>=$`\\;]|--/;
/** A text after the comma that is an employer or a remark, not a first name. */
const NO_FIRST_NAME = /[(\d]|\b(?:inc|llc|ltd|gmbh|corp|company|group)\b/i;
/** A Dutch name may begin with an apostrophe: `'t Hart`. */
const QUOTES_AROUND = /^(?:["“”«»\s]|'(?!t\s))+|["“”«»'\s]+$/gi;
/** `z. Hd. Frau Koch`, `Attn: Jane Roe`, `Contact: Jane Roe`. */
const TO_THE_ATTENTION =
  /^(?:z\.\s?h(?:d|ä?nden)\.?|zu h[äa]nden(?: von)?|att(?:n|ention)?\s?[.:]|fao:?|c\/o|(?:ansprechpartner(?:in)?|ap|kontakt|contact|contacto|name)\s?:)\s+(?=\p{L})/iu;
/** `Smith, John (Jack)`, `Smith, John "Jack"`, `Rau, Kai (Dr.)`: the first name follows the comma. */
const NICKNAME_BEHIND = /(,\s*\p{Lu}[\p{L}\s.'’-]*?)\s+(?:\(\p{L}+\.?\)|["“”„]\p{L}+["“”])$/u;
/** `M. le Prof. Jean Roe`. */
const FRENCH_OFFICE = /(?<=^(?:M\.|Mme|Monsieur|Madame)\s)l[ea]\s(?=(?:Prof|Dr)\b)/u;
const MARKS_BEFORE = /^[\s|•·★»–—~@-]+/u;

const wordsOf = (text: string) => new Set(text.split(/\s+/));
const TITLES =
  wordsOf(`mr mrs ms miss mx dr prof professor sir dame rev reverend hon herr frau monsieur madame mme mlle sra srta dott dottssa
  dott.ssa sig sig.ra drs dhr mevr mevrouw meneer mag dipl.-ing dipl.-kfm dipl dr.-ing dr-ing ing ir eng engr doctor señor señora capt lt col`);
/** Words that are titles only with a full stop: `Sr. Juan Soto`, but a name may end in `Sr`. */
const DOTTED_TITLES = wordsOf(
  `sr. fr. m. mr. gen. sen. pr. me. maj. sgt. hr. herrn prof.ssa dña. med. em. emer. mult. e.h. h.c. rer. nat. jur. phil. oec. habil. avv. arq. lic. abg. dra. adv. er. shri. smt. mgr. mudr.
  judr. phdr. rndr. mvdr. bc. doc. uzm. univ.-prof. priv.-doz. dr.in mag.a`,
);
const DEGREES =
  wordsOf(`phd ph.d mba emba msc bsc llm llb llp jd md m.d cpa cfa cfp acca aca fca cma frm pmp csm cspo cissp cism cisa shrm-cp
  shrm-scp phr sphr esq rn bsn msn dds dmd dvm pharmd edd ed.d psyd dba d.o p.e p.eng peng ceng mice leed bcba lcsw lpc rd ccna ccie
  itil safe prince2 msw mph mpa mfa m.ed b.a m.a b.sc m.sc b.com bcom mcom gphr cipd fcipd mcipd cfe caia gaicd cpa.ca fcpa btech mtech
  b.tech m.tech fache facp facs faafp facog faan fasla fcca fcma ccim crs cfre cscs cpt cmt cipm cipp frcp frcs mrcp mrcs
  mrics frics miet mieee ciam ccsp cgma cka ckad rhce rhcsa pgdm pgce psm acp chfc aams cpwa cima aws otr lmft lmhc lcpc np-c fnp fnp-c
  dnp crna pa-c ma-ccc ccc-slp dpt dvm rph bcps lld sjd mpp mpm mha mhsa mph mpa mps mlis mls med eds dipl.-ing dipl.-kfm mcips sphri chrp cebs crcr cams cpc cpim cscp cpcu cae cmp aicp raap faia riba csc drsc`);
/** Degrees that are also names. They are read as degrees only after a comma. */
const DEGREES_BEHIND_COMMA = wordsOf(
  'ma ba bs ms ra do ca cs mp od pa pt ot np be bba mai sior gri abr clu ria cia med pe ap dc ea aia',
);
const GENERATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ jr: 'Jr.', sr: 'Sr.', junior: 'Junior', ii: 'II', iii: 'III', iv: 'IV' }),
);
const PARTICLES = wordsOf(
  "van von der den de la las los del della di da das do dos du ter ten zu zur zum bin ibn y e af av 't",
);

const isPlain = (text: string) => NO_NAME.test(text) || (!MARKED.test(text) && !MARKED_WORD.test(text));
const bare = (word: string) =>
  word
    .toLowerCase()
    .replace(/[.,)]+$/, '')
    .replace(/^\(/, '');
const isDegree = (word: string) => DEGREES.has(bare(word)) || DEGREES.has(bare(word).replaceAll('.', ''));
/** `Lee Chang, MA`, but Nguyen Thi, Mai. */
const isDegreeBehindComma = (word: string) =>
  isDegree(word) || (DEGREES_BEHIND_COMMA.has(bare(word).replaceAll('.', '')) && /\p{Lu}.*\p{Lu}/u.test(word));
/** After a surname alone, two letters are a given name: `Smith, J.D.`, `Rahman, Md`. */
const INITIALS = /^(?:\p{L}{2}|(?:\p{L}\.\s?)+\p{L}?)\.?$/u;
const isInitial = (word: string) => /^\p{L}\.?$/u.test(word);
/** `Dipl.-Kffr.`, `Dipl.-Betriebsw.` */
const DIPLOMA = /^dipl\.?-\p{L}+\.?$/iu;
const isTitle = (word: string) =>
  TITLES.has(bare(word)) ||
  DIPLOMA.test(word) ||
  DOTTED_TITLES.has(word.toLowerCase()) ||
  TITLES.has(bare(word).replaceAll('.', ''));

/** The whole name of a person. `Last, First` is swapped; `Name, Degrees` is not. */
export function personName(given: string): WrittenName {
  const addressed = given.replace(TO_THE_ATTENTION, '');
  if (isPlain(addressed)) return { name: addressed, parts: null, remark: null };
  const text = addressed.replace(NICKNAME_BEHIND, '$1').replace(FRENCH_OFFICE, '');
  return markedName(text.replace(MARKS_BEFORE, ''));
}

function markedName(text: string): WrittenName {
  const isShouted = isInCapitals(text);
  const remark = remarkOf(text);
  const segments = undecorated(text)
    .split(/\s*[,;]\s*/)
    .filter((segment) => segment !== '');
  const [first = '', ...others] = segments;
  const isGiven = (segment: string) =>
    segments.length === 2 && !first.includes(' ') && INITIALS.test(segment) && !GENERATIONS.has(bare(segment));
  const isAddition = (segment: string) =>
    !isGiven(segment) && (isSuffix(segment, isShouted) || (segments.length > 2 && segment.split(' ').every(isTitle)));
  const withDegree = others.some(isAddition);
  const named = others.filter((segment) => !isAddition(segment) && !(withDegree && isUnknownDegree(first, segment)));
  const [next] = named;
  if (next !== undefined && isRole(first, next)) {
    const known = remark ?? named.join(', ');
    return { name: orGiven(repaired(withoutTitles(first, 2), 'whole'), text), parts: null, remark: known };
  }
  const generation = others.map((segment) => GENERATIONS.get(bare(segment))).find((known) => known !== undefined);
  const ending = generation === undefined ? '' : ` ${generation}`;
  if (named.length === 1 && isNamePair(first, named[0] ?? '')) {
    const [last, given] = inOneCase(first, named[0] ?? '');
    const firstName = repaired(withoutTitles(given, 1), 'first');
    const lastName = repaired(withoutTitles(last, 1) + ending, 'last');
    return { name: `${firstName} ${lastName}`, parts: [firstName, lastName], remark };
  }
  const name = named.length === 0 ? withoutTitles(first, 2) + ending : undecorated(text);
  return { name: orGiven(repaired(name, 'whole'), text), parts: null, remark };
}

/** `o'neill, SEAN`: if one part is in capitals and the other in lower case, the case is no evidence of the order. */
function inOneCase(last: string, first: string): [last: string, first: string] {
  const isMixed = (a: string, b: string) => isInCapitals(a) && b === b.toLowerCase() && isInCapitals(b.toUpperCase());
  return isMixed(last, first) || isMixed(first, last) ? [last.toUpperCase(), first.toUpperCase()] : [last, first];
}

/** The first or last name, in a field of its own; unchanged if nothing would remain. */
export function namePart(text: string, part: 'first' | 'last'): string {
  if (isPlain(text)) return text;
  const isShouted = isInCapitals(text);
  const [first = '', ...others] = undecorated(text).split(/\s*,\s*/);
  const name = others.every((segment) => isSuffix(segment, isShouted)) ? first : undecorated(text);
  return orGiven(repaired(withoutTitles(name, 1), part), text);
}

/** Placeholders for an unknown or withheld name. */
const PLACEHOLDER =
  /^(?:(?:null|none|undefined|n\/a)(?:\s+(?:null|none|undefined|n\/a))*|true|false|tb[acd]|to be (?:announced|confirmed|determined)|n\.\s?n\.|unknown|anonymous|guest|no ?name|not (?:provided|available|known)|unbekannt|inconnue?|desconocid[oa]|test(?: test)?|[([]?(?:vakant|vacant|vacante|vacancy|unbesetzt|offene stelle|open position|to be hired)[)\]]?|(?:first ?name )?last ?name|first ?name|full ?name|(?:vorname )?nachname)$/i;

/** Whether a text is an e-mail address, a URL, a number such as 1.0E+10, or without letters: a phone number, a date. */
export function isNoName(text: string): boolean {
  return (
    !/\p{L}/u.test(text) ||
    /^[\d.,]+e\+?\d+$/i.test(text) ||
    /^[^\s@]+@[^\s@]+\.[^\s@]+$|^(?:https?:\/\/|www\.)\S+$/i.test(text)
  );
}

const FORM_OF_ADDRESS =
  /^(?:(?:mrs?|ms|miss|mx|herr|frau|monsieur|madame|mme|mlle|señora?|dr|prof)\.?|(?:sra?|hr|fr|sig)\.)$/i;

/** Whether a first or last name consists of a form of address: `Mr.`. */
export const isFormOfAddress = (text: string): boolean => FORM_OF_ADDRESS.test(text);

/** Whether a text is a placeholder for an unknown name. */
export function isPlaceholderName(text: string): boolean {
  return PLACEHOLDER.test(text);
}

function remarkOf(text: string): string | null {
  const remark = REMARK.exec(text.replace(PRONOUNS, ''))?.[0].replace(/^[\s|•·★»–—~@-]+/u, '') ?? '';
  return /\p{L}{2}/u.test(remark) ? remark.trim() : null;
}

/** `Jane Roe, VP Sales`, `Hr. Max Rau, Einkaufsleiter`. One word may be a name too: `Van Buren, Hunter`. */
function isRole(name: string, text: string): boolean {
  const [given = '', ...others] = withoutTitles(name, 2).split(' ');
  if (others.length === 0 || PARTICLES.has(given.toLowerCase()) || !readsAsTitle(text)) return false;
  return text.includes(' ') ? !isKnownGivenName(fold(text.split(' ')[0] ?? '')) : isKnownGivenName(fold(given));
}

const isNamePair = (last: string, first: string) =>
  !NO_FIRST_NAME.test(first) &&
  ![last, first].every(isWholeName) &&
  !isUnknownDegree(last, first) &&
  [last, first].every((part) => /^['’]?\p{L}/u.test(withoutTitles(part, 1)));

/** `Jane Roe, John Doe` are two people. `Martin Soto, Juan Carlos` is one. */
function isWholeName(text: string): boolean {
  const words = text.split(' ').map(fold);
  return words.length > 1 && isKnownGivenName(words[0] ?? '') && !isKnownGivenName(words.at(-1) ?? '');
}

/** `Jane Roe, XYZA`: not a listed degree, and hardly a first name. The text remains unchanged. */
const isUnknownDegree = (last: string, first: string) =>
  last.includes(' ') &&
  !isInCapitals(last) &&
  /^\p{Lu}[\p{Lu}\d.®-]{1,7}$/u.test(first) &&
  !isKnownGivenName(fold(first));

/** The given text if no letter remains, or half of a couple: `& Mrs. Smith`, `und Frau Koch`. */
const orGiven = (name: string, given: string) => (/^(?!(?:&|und|and|et|y|u\.)\s).*\p{L}/iu.test(name) ? name : given);

function undecorated(text: string): string {
  const plain = withoutEmoji(text).replace(DECORATION, ' ').replace(PRONOUNS, '').replace(REMARK, '');
  const name = plain
    .replace(QUOTES_AROUND, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s,;]+$/, '');
  return /\p{L}/u.test(name) ? name : text;
}

/** Whether a segment consists of degrees, or is a generation. In a name in capitals, every word looks like a degree. */
function isSuffix(segment: string, isShouted: boolean): boolean {
  const words = segment.replace(/(?<=\.)\s+(?=\p{L}\.)/gu, '').split(' ');
  return words.every((word) => GENERATIONS.has(bare(word)) || (isShouted ? isDegree(word) : isDegreeBehindComma(word)));
}

/** `Mag. (FH)` is one title. `M. A.` are initials. */
function isTitleAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (at > 0 && /^\(\p{L}+\.?\)$/u.test(word)) return true;
  return isTitle(word) && !(isInitial(word) && isInitial(words[at + 1] ?? ''));
}

/** A degree, or the title in `Roe, Jane Dr.` */
const isTitleBehind = (word: string) => isDegree(word) || /^(?:dr|prof)\.$/i.test(word);

/** The name without leading titles, as long as `wordsMin` words remain, and without degrees at the end. */
function withoutTitles(text: string, wordsMin: number): string {
  const words = text.split(' ');
  let start = 0;
  while (start < words.length - wordsMin && isTitleAt(words, start)) start++;
  let end = words.length;
  while (end - start > wordsMin && isTitleBehind(words[end - 1] ?? '')) end--;
  return words.slice(start, end).join(' ');
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase() && /\p{L}{3}/u.test(text);
}

/** `MARTIN née DURAND`: a word in lower case between names in capitals. */
const FORMER_NAME_FOLLOWS = /\s\(?(?:née?|geb\.?|geborene|épouse|ép\.|nata|nacida|ur\.|roz\.|født|född)\s/u;

/**
 * `ANNA O’NEILL-MCKAY` becomes `Anna O’Neill-McKay`; a name that is not all in capitals remains unchanged. A last name
 * may start with a particle, and a first name may end with one: `VAN DER BERG` becomes `van der Berg`.
 */
function repaired(name: string, part: 'whole' | 'first' | 'last'): string {
  // `McDONALD` is in capitals too.
  const plain = name.replace(/ (?:Jr|Sr)\.$/, '').replace(/(?<!\p{L})Mc(?=\p{Lu}{2})/gu, 'MC');
  if (!isInCapitals(plain.replace(FORMER_NAME_FOLLOWS, ' '))) return name;
  const words = name.split(' ');
  const locale = IS_TURKISH.test(name) ? 'tr' : 'en';
  const first = part === 'last' ? 0 : 1;
  // The last word of a whole name is not a particle: `LINH DO`.
  const end = part === 'first' ? words.length : words.length - 1;
  return words
    .map((word, index) => {
      if (FORMER_NAME_FOLLOWS.test(` ${word} `)) return word;
      const isParticle = index >= first && index < end && PARTICLES.has(word.toLowerCase());
      return isParticle ? word.toLowerCase() : repairedWord(word, index >= first, locale);
    })
    .join(' ');
}

/** Letters of Turkish and Azeri, in which `I` is the capital of `ı`: `İSMAİL ÇIĞLI` becomes `İsmail Çığlı`. */
const IS_TURKISH = /[İĞ]/;

function repairedWord(word: string, mayBeGeneration: boolean, locale: string): string {
  const lower = word.toLocaleLowerCase(locale);
  const generation = mayBeGeneration ? GENERATIONS.get(lower.replace('.', '')) : undefined;
  if (generation !== undefined) return generation;
  // Initials: JP, J.R.
  if (/^(?:[^AEIOUYÀ-Ý]{2}|(?:\p{L}\.)+)$/u.test(word)) return word;
  return lower
    .replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toLocaleUpperCase(locale))
    .replace(/(?<!\p{L})Mc(?=\p{L}{3})\p{L}/gu, (start) => `Mc${start.slice(2).toUpperCase()}`);
}
