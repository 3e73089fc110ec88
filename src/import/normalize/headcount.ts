// Reads employee counts as written in files: a number, a range, or a number within a few words.
import { sizeLabel } from '../../contract/vocabularies/vocabularies.ts';
import { halfWidth } from '../../words/half-width.ts';
import { memoized } from '../../words/memoized.ts';
import { monthOfName } from './written-dates.ts';

export interface Headcount {
  readonly employee_count: number | null;
  /** The size label if only a range is known. */
  readonly size: string | null;
}

/** Other signs for a hyphen: non-breaking hyphen, figure dash, minus. */
const DASHES = /[‐‑‒−]/g;
const THOUSANDS = /(\d)[,.'’\u0020\u00a0\u202f](?=\d{3}(?!\d))/g;
/** `2.5k`, `1,5 Tsd`, `3 million`. */
const SHORTENED =
  /(\d+)(?:[.,](\d))?\s?(?:(k|tsd\.?|thousand|mio\.?|m|million|lakh|hundred)(?![\p{L}\d])|([千万萬만천])(?!\d))/giu;
const FACTORS: Readonly<Record<string, number>> = {
  ...{ k: 1e3, t: 1e3, l: 1e5, m: 1e6, h: 100 },
  ...{ 千: 1e3, 천: 1e3, 万: 1e4, 萬: 1e4, 만: 1e4 },
};
/** In a range, the end may have the unit for both numbers: `5-10k`. */
const SHARED_UNIT = /(\d+)(\s*(?:-|–|—|to|bis)\s*(\d+)\s?k\b)/gi;
const RANGE = /(\d+)\s*[人名명]?\s*(?:-|–|—|~|〜|to|bis|à|a|tot|até|\.\.\.?)\s*(\d+)/i;
/** `between 10 and 49`. */
const BETWEEN = /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen)\s+(\d+)\s+(?:and|und|et|y|e|en)\s+(\d+)/iu;
const AT_LEAST =
  /(?:(?<!\p{L})(?:more than|over|above|at least|upwards of|mehr als|mindestens|ueber|über|plus de|au moins|m[aá]s de|al menos|oltre|pi[uù] di|almeno|mais de|pelo menos|meer dan|minstens|более|свыше|больше|понад|více než|viac ako|ponad|powyżej|több mint|yli|mer än|flere end|mer enn|>=?|≥|\+)\s*(\d+)|(\d+)\s*(?:\+|plus\b|(?:or|and) (?:more|over|above|upwards?)|(?:und|oder|et|ou|y|o|e|en|of) (?:mehr|plus|m[aá]s|mais|pi[uù]|oltre|meer)(?!\p{L})|[人名명]?\s*(?:以上|이상)))/iu;
const AT_MOST =
  /(?<!\p{L})(?:less than|fewer than|under|up to|below|no more than|at most|weniger als|unter|höchstens|bis zu|moins de|jusqu['’][aà]|menos de|hasta|meno di|fino a|at[eé]|minder dan|менее|до|méně než|menej ako|poniżej|<=?|≤)\s*(\d+)|(?<![-–]\s?)(\d+) (?:or|and|und|oder|et|ou|y|o|e|en|of) (?:less|fewer|under|weniger|moins|menos|meno|minder)(?!\p{L})/iu;
/** Words for a lower bound that have other meanings within a sentence. */
const LOWER_BOUND = /^(?:from|ab|vanaf|min(?:\.|imum)?)\s*(\d+)(?:\s+(?:employees|people|mitarbeiter|medewerkers))?$/i;
const UP_TO_ALONE = /^(?:bis|tot|max(?:\.|imum)?)\s*(\d+)(?:\s+(?:employees|people|mitarbeiter|medewerkers))?$/i;
const EXACT =
  /^(?:about|around|approximately|close to|nearly|approx(?:\.|imately)?|ca\.?|circa|roughly|some|etwa|rd\.?|c\.|ungef[äa]hr|ungef\.|rund|env(?:\.|iron)?|cca|zhruba|přibližně|asi|pribl\.?|kb\.?|körülbelül|yaklaşık|примерно|приблизно|noin|ungefär|omkring|cirka|±|ok(?:\.|oło)|около|~|≈|alrededor de|unos|cerca de|ongeveer|約|约|약)?\s*(\d+)(?:\.0+)?\s*(?:full[- ]time\s+)?(?:[人名명]|personnes|personas|persone|pessoas|personen|mensen|colaboradores|trabajadores|trabalhadores|werknemers|addetti|employees?|people|persons?|staff|team ?members?|members|ma|vzä|mitarb\.?|beschäftigte|collaborateurs|anställda|medarbetare|ansatte|medarbejdere|työntekijää|henkilöä|pracownik(?:ów|i|a)?|os[oó]b[ay]?|zaměstnanc(?:ů|i|e)|zamestnanc(?:ov|i)|fő|dolgozó|çalışan|kişi|angajați|сотрудник(?:ов|а|и)?|человека?|працівник(?:ів|и)|mitarbeiter(?:innen|\*innen|:innen|\/innen)?|salari[eé]s|employ[eé]e?s|empleados|funcion[aá]rios|medewerkers|dipendenti|ftes?|heads?)?(?:\s*\([^)]*\))?\.?$/i;
/** `three`, `fifteen employees`, `twenty-five`. */
const UP_TO_TWENTY =
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER_WORDS = new Map([
  ...TENS.flatMap((tens, index) => [
    [tens, 20 + 10 * index] as const,
    ...UP_TO_TWENTY.slice(0, 9).flatMap((one, ones) =>
      ['-', ' '].map((mark) => [`${tens}${mark}${one}`, 21 + 10 * index + ones] as const),
    ),
  ]),
  ...UP_TO_TWENTY.map((word, index) => [word, index + 1] as const),
]);
const inWords = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join('|');
const NUMBER_WORD = new RegExp(`(?<![\\p{L}-])(?:${inWords(NUMBER_WORDS.keys())})(?![\\p{L}-])`, 'giu');
/** Number words of other languages, and rounded ones, only at the beginning: `drei`, `une vingtaine`, `a dozen`. */
const OTHER_NUMBER_WORDS = new Map(
  `2 zwei deux dos due twee dois dwa|3 drei trois tres tre drie três trzy|4 vier quatre cuatro quattro quatro cztery|5 fünf cinq cinco cinque vijf pięć|
  6 sechs seis zes sześć|7 sieben siete sette zeven sete|8 acht huit ocho oito|9 neun neuf nueve nove negen|10 zehn dix diez dieci tien dez|
  11 elf onze once undici|12 zwölf douze doce dodici twaalf doze|15 fünfzehn quinze quince quindici|20 zwanzig vingt veinte venti twintig vinte|
  30 dreißig dreissig trente treinta trenta dertig trinta|40 vierzig quarante cuarenta quaranta veertig|50 fünfzig cinquante cincuenta cinquanta vijftig|
  100 hundert einhundert cent cien cento honderd cem|10 une_dizaine una_decena una_decina|12 a_dozen une_douzaine una_docena una_dozzina ein_dutzend een_dozijn uma_dúzia|
  15 une_quinzaine una_quincena una_quindicina|20 une_vingtaine una_veintena una_ventina|30 une_trentaine una_treintena una_trentina|40 une_quarantaine|
  50 une_cinquantaine una_cincuentena una_cinquantina|100 a_hundred une_centaine un_centenar un_centinaio`
    .split('|')
    .flatMap((line) => {
      const [number = '', ...words] = line.trim().split(/\s+/);
      return words.map((word) => [word.replaceAll('_', ' '), number] as const);
    }),
);
const OTHER_NUMBER_WORD = new RegExp(
  `^(?:${inWords(OTHER_NUMBER_WORDS.keys())})(?=\\s*$|\\s+\\p{L}+\\.?\\s*$|\\s+(?:de\\s|d['’])\\p{L}+\\s*$)(?:\\s+de\\s|\\s+d['’])?`,
  'iu',
);
/** Spreadsheets turn `1-10`, `2-10` and `11-50` into days and months. */
const DATED = /^(?:(\d{1,2})(?:\. |[-. ])(\p{L}{3,4})\.?|(\p{L}{3,4})\.?[-. ](\d{1,2}))$/iu;
/** The same value in a cell with a date format: the day and month of any year, or the first day of a month. */
const DATE_CELL = /^(?:19|20)(\d\d)-(\d\d)-(\d\d)$/;
const DAY_AND_MONTH = new Set(
  '1-2 1-3 1-4 1-5 1-9 1-10 2-4 2-5 2-9 2-10 3-5 4-10 5-9 5-10 6-9 6-10 10-19 10-20 10-25 11-20 11-25 11-30'.split(' '),
);
/** This list excludes ranges that may also be a day and a month, such as `10-20`: `2020-10-01` is more likely 1-10. */
const MONTH_AND_YEAR = new Set('1-49 1-50 2-50 10-49 10-50 11-20 11-25 11-30 11-49 11-50'.split(' '));
/** `c_00051_00100`, `c_10001_max`, `SIZE_51_TO_200`, `11_50`. */
const CODED = /^(?:\p{L}+_)*(\d+)_(?:to_)?(\d+|max|plus|or_more)(?:_employees)?$/iu;
const ONE_PERSON =
  /^(?:just me|only me|myself(?: only)?|me|self[- ]employed|solo|one[- ](?:person|man|woman)(?: .*)?)\.?$/i;
/** Parts that are not a count: links, and the date of the count. */
const NOT_A_COUNT =
  /https?:\/\/[^\s)]*|\[\^?\d\]|\([^()]*\b(?:19|20)\d\d\)|\b(?:as of|in|since|stand|per)\s[^()\d]*(?:19|20)\d\d\b/gi;
/** One number in a sentence about employees: `we have 437 employees around the globe`. */
const COUNTED =
  /(?<![\d/-])(\d+)(\+)?\s(?:[a-z-]+\s)?(?:employees|people|staff|team ?(?:members|mates)|mitarbeiter|salariés|empleados|members)/gi;
const TEAM =
  /(?:^|\s)(?:team|[eé]quipe?|equipo|squadra)\s+(?:of|von|de|di|van)\s+(\d+)(?:\s*(?:people|persons|members|employees|personen|leuten?|personnes|personas|persone|pessoas|mensen))?[.!]?$/i;
const GROWING =
  /^(?:around|about|~|close to|nearly|currently|\s)*(\d+)(?:ish)?(?:\s*(?:and|&|\+) (?:growing|counting).*|ish|!)$/i;

/**
 * The number, else the size label: for a range, the label that contains its middle (`20-50` is 11-50); for an open
 * range, the next label (`200+` is 201-500); for an upper bound, the label that contains the bound. Null if the text
 * has no number, or several that are not a range.
 */
export const parseHeadcount = memoized((text: string): Headcount | null => {
  if (ONE_PERSON.test(text)) return { employee_count: 1, size: null };
  const plain = plainNumbers(text);
  const exact = EXACT.exec(plain);
  if (exact) return { employee_count: Number(exact[1]), size: null };
  const [from, to] = rangeIn(plain) ?? [];
  if (from !== undefined && to !== undefined) return from <= to ? bucket((from + to) / 2) : null;
  if ((plain.match(/\d+/g)?.length ?? 0) > 1) return countedIn(plain);
  const growing = GROWING.exec(plain);
  if (growing) return { employee_count: Number(growing[1]), size: null };
  const most = AT_MOST.exec(plain) ?? UP_TO_ALONE.exec(plain);
  if (most) return bucket(Number(most[1] ?? most[2]));
  const open = AT_LEAST.exec(plain) ?? LOWER_BOUND.exec(plain);
  return open ? bucket(Number(open[1] ?? open[2]) + 1) : countedIn(plain);
});

function countedIn(text: string): Headcount | null {
  const team = (text.match(/\d+/g)?.length ?? 0) === 1 ? TEAM.exec(text) : null;
  if (team) return { employee_count: Number(team[1]), size: null };
  const [only, second] = [...text.matchAll(COUNTED)];
  if (only === undefined || second !== undefined) return null;
  return only[2] === undefined ? { employee_count: Number(only[1]), size: null } : bucket(Number(only[1]) + 1);
}

/** The text without thousands separators, abbreviated units, and the year of the count. */
function plainNumbers(text: string): string {
  return halfWidth(text)
    .replace(DASHES, '-')
    .replace(NOT_A_COUNT, '')
    .replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.get(word.toLowerCase())))
    .replace(OTHER_NUMBER_WORD, (words) => `${OTHER_NUMBER_WORDS.get(numberWordOf(words))} `)
    .replace(THOUSANDS, '$1')
    .replace(SHARED_UNIT, (text, from: string, rest: string, to: string) =>
      Number(from) < Number(to) ? `${from}k${rest}` : text,
    )
    .replace(
      SHORTENED,
      (_, whole: string, tenth: string | undefined, latin: string | undefined, unit: string = latin ?? '') =>
        String((Number(whole) + Number(tenth ?? 0) / 10) * (FACTORS[unit[0]?.toLowerCase() ?? ''] ?? 1)),
    )
    .trim();
}

/** The words without `de` or `d'` behind them. */
const numberWordOf = (words: string) => words.toLowerCase().replace(/\s+(?:de\s|d['’])$/, '');

function rangeIn(text: string): [from: number, to: number] | null {
  const coded = CODED.exec(text);
  if (coded) return [Number(coded[1]), /\D/.test(coded[2] ?? '') ? Number(coded[1]) + 1 : Number(coded[2])];
  const dated = rangeOfDate(text);
  if (dated !== null) return dated;
  const range = (text.match(/\d+/g)?.length ?? 0) > 2 ? null : (BETWEEN.exec(text) ?? RANGE.exec(text));
  return range ? [Number(range[1]), Number(range[2])] : null;
}

/** `10-Jan`, `Jan-10` and `1-Okt` are 1-10, `Nov-50` and `1950-11-01` are 11-50. */
function rangeOfDate(text: string): [number, number] | null {
  const [, dayFirst, monthLast = '', monthFirst = '', dayLast] = DATED.exec(text) ?? [];
  const named = monthOfName(monthLast || monthFirst);
  if (named !== null) return ordered(named, Number(dayFirst ?? dayLast));
  const [year, month, day] = (DATE_CELL.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const byDay = ordered(month, day);
  const byYear = ordered(month, year);
  const found = [
    ...(DAY_AND_MONTH.has(byDay.join('-')) ? [byDay] : []),
    ...(day === 1 && MONTH_AND_YEAR.has(byYear.join('-')) ? [byYear] : []),
  ];
  return found.length === 1 ? (found[0] ?? null) : null;
}

const ordered = (a: number, b: number): [number, number] => (a <= b ? [a, b] : [b, a]);

function bucket(employees: number): Headcount | null {
  const size = sizeLabel(Math.max(1, Math.floor(employees)));
  return size === null ? null : { employee_count: null, size };
}
