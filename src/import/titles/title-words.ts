// The words of a title for the search in the tables: words about the holder, with short forms spelled out.
import { ABBREVIATIONS } from '../../contract/vocabularies/abbreviations.ts';
import { splitWords } from '../../words/words.ts';

/** The words after these name another person or thing: `Assistant to the CEO`, `Engineer at Director Labs`. */
const CUTS = new Set(['to', 'at']);
const UNCUT = new Set([
  'attorney at law',
  'counselor at law',
  'door to door',
  'go to market',
  'ready to wear',
  'stay at home',
]);

/**
 * Short forms that have one meaning in a title, by their long form. A short form is several words if a sign splits it:
 * `C.E.O.`, `Ass't`, `Int'l`. Short forms that searches also expand, such as `Sr.`, are only in
 * contract/vocabularies/abbreviations.ts.
 */
const SHORT_FORMS_BY_LONG: Readonly<Record<string, string>> = {
  account: 'acct',
  accounting: 'acctg',
  assistant: 'ass t, assist',
  avp: 'a v p',
  abteilungsleiter: 'abt leiter, abtl leiter',
  'business development': 'bus dev, biz dev',
  'business development manager': 'bdm',
  ceo: 'c e o',
  cfo: 'c f o',
  cio: 'c i o',
  cmo: 'c m o',
  coo: 'c o o',
  coordinator: 'coord',
  cto: 'c t o',
  customer: 'cust',
  'customer service representative': 'csr',
  'customer success manager': 'csm',
  department: 'dept',
  ehemalige: 'ehem',
  engineer: 'engr',
  engineering: 'eng, engg, engrg',
  evp: 'e v p',
  finance: 'fin',
  former: 'fmr',
  general: 'gral, gen l',
  'general manager': 'gm, gen mgr, gen manager',
  gerente: 'gte',
  geschaftsfuhrer: 'gf',
  head: 'hd',
  hr: 'h r',
  international: 'intl, int l',
  it: 'i t',
  junior: 'jnr',
  leiter: 'ltr',
  maintenance: 'maint',
  management: 'mgmt, mgt, mngt',
  manager: 'mngr, mgrs',
  managing: 'mng',
  manufacturing: 'mfg',
  marketing: 'mkt, mkting',
  national: 'natl, nat l',
  officer: 'ofcr',
  president: 'pres',
  professor: 'prof',
  purchasing: 'purch',
  qa: 'q a',
  regional: 'reg l',
  responsable: 'resp',
  retired: 'retd, ret d',
  rn: 'r n',
  senior: 'snr',
  service: 'svc',
  services: 'svcs',
  software: 's w',
  superintendent: 'supt',
  supervisor: 'supv, supvr',
  svp: 's v p',
  vertrieb: 'vertr',
  'vice president': 'vice pres, v pres',
  vp: 'v p',
  warehouse: 'whse',
};

/** The abbreviations of contract/vocabularies that stand for one word. */
const SEARCHED = [...ABBREVIATIONS].flatMap(([short, [long = '', ...others]]) =>
  others.length > 0 || long.includes(' ') ? [] : [[short, [long]] as const],
);

const LONG_FORMS = new Map<string, readonly string[]>([
  ...SEARCHED,
  ...Object.entries(SHORT_FORMS_BY_LONG).flatMap(([long, shortForms]) =>
    shortForms.split(', ').map((short) => [short, long.split(' ')] as const),
  ),
]);
/** The maximum number of words of a short form, by its first word. */
const WORDS_MAX = new Map<string, number>();
for (const short of LONG_FORMS.keys()) {
  const words = short.split(' ');
  const first = words[0] ?? '';
  WORDS_MAX.set(first, Math.max(WORDS_MAX.get(first) ?? 0, words.length));
}

/** The folded words of a title up to the words that name another person or thing, with short forms spelled out. */
export function titleWords(title: string): string[] {
  const words = splitWords(title.replaceAll('@', ' at '));
  const cut = words.findIndex(
    (word, index) => index > 0 && CUTS.has(word) && !UNCUT.has(words.slice(index - 1, index + 2).join(' ')),
  );
  return writtenOut(cut === -1 ? words : words.slice(0, cut));
}

function writtenOut(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let start = 0; start < words.length; ) {
    let length = WORDS_MAX.get(words[start] as string) ?? 0;
    while (length > 0 && !LONG_FORMS.has(words.slice(start, start + length).join(' '))) length -= 1;
    if (length === 0) result.push(words[start] as string);
    else result.push(...(LONG_FORMS.get(words.slice(start, start + length).join(' ')) ?? []));
    start += Math.max(1, length);
  }
  return result;
}
