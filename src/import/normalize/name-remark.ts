// Removes remarks of a CRM from the names of people: `*** DO NOT CALL *** Ann Kirk`, `Ann Kirk (left company)`. Their
// words and the signs that set them apart decide; every other text remains.

/** Remarks that are no name even without a sign. */
const ORDER = `do not (?:call|contact|e-?mail|mail|use|disturb|touch|delete)|don['’]?t (?:call|contact|e-?mail|use)
  |bitte nicht (?:anrufen|kontaktieren)|nicht (?:mehr )?(?:anrufen|kontaktieren|verwenden)|ne pas (?:appeler|contacter)|no (?:llamar|contactar)
  |non (?:chiamare|contattare)|n[aã]o (?:ligar|contactar|contatar)|niet (?:bellen|contacteren)`;
const STATE = `(?:has )?left(?: (?:the )?(?:company|business|firm|organi[sz]ation))?|no longer (?:at|with|in|there|here|employed|working|works|active)(?: .*)?
  |gone away|(?:possible |potential )?(?:duplicate|dupe?)(?: (?:of|record|contact|entry)(?: .*)?)?|dnc|inactive|deceased|(?:to be |to )?deleted?|archived|obsolete|bounced|unsubscribed
  |opt(?:ed)?[ -]?out|(?:former|ex)[ -]employee|(?:on )?(?:maternity|parental|paternity|sick) leave|invalid(?: (?:e-?mail|number|phone))?
  |wrong (?:number|person|e-?mail)|gdpr(?: .*)?|test|vip
  |(?:ist )?ausgeschieden|nicht mehr (?:da|aktiv|dabei|im (?:unternehmen|haus))|du(?:blette|plikat)|verstorben|inaktiv|gelöscht|elternzeit|mutterschutz
  |a quitté(?: .*)?|parti(?:e)?|doublon|décédée?|inacti[fv]e?|ya no (?:trabaja|está)(?: .*)?|duplicad[oa]|fallecid[oa]|inactiv[oa]
  |non più .*|duplicato|decedut[oa]|dubbel|overleden|niet meer .*`;

const spaced = (words: string) => words.replace(/\s*\n\s*/g, '');
const WORDS = `(?:${spaced(ORDER)}|${spaced(STATE)})`;
/** Asterisks, brackets or a separator. */
const FORMS = [
  `^\\s*\\*{2,}[^*]+\\*{2,}\\s*`,
  `\\s*\\*{2,}[^*]+\\*{2,}\\s*$`,
  `\\s*[([{]\\s*\\*?${WORDS}[\\s!.*]*[)\\]}]\\s*`,
  `^\\s*\\*?${WORDS}!*\\*?\\s*(?:[:|–—*]+|\\s-)\\s*`,
  `\\s*(?:[:|–—*]|\\s-)\\s*${WORDS}[\\s!.*]*$`,
  `^\\s*(?:${spaced(ORDER)})(?![\\p{L}])[\\s!:.-]*`,
].map((form) => new RegExp(form, 'giu'));

/** Most names need no further test. */
const MAY_HAVE_REMARK = /[*()[\]{}:|–—]|\s-|^(?:do|don|bitte|nicht|ne|no|non|n[aã]o|niet)\S*\s/i;

const LENGTH_MAX = 200;

/** The name without remarks. Asterisks around the whole name are no remark. */
export function withoutRemark(name: string): string {
  if (name.length > LENGTH_MAX || !MAY_HAVE_REMARK.test(name)) return name;
  let rest = name;
  for (const form of FORMS) rest = rest.replace(form, ' ').trim();
  return rest === '' && name.startsWith('*') ? name : rest;
}
