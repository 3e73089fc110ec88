// The parts of a company name as written: the name itself, notes added by people and exchanges, and other names that it
// contains, such as a former name or the legal name of a trade name. Pure.

const FORMER_NAME =
  /[([]\s*(?:formerly|previously|former|fka|f\/k\/a|ehemals|vormals|früher|anciennement|ex|antes|antiguamente|già|voorheen|tidigare)\b[^)\]]*[)\]]?|,?\s+(?:formerly(?: known as)?|f\/k\/a|fka|vormals|anciennement)\s.*$/giu;
const FORMER_WORDS = /^[\s,([]*\S+(?:\s+(?:known as|name))?\s*:?\s*/i;
const MARKS = /[™®©℠]|\((?:tm|r|c)\)/gi;

/** `JKL Ventures LLC dba Sourdough Saloon`: the company trades under the second name. */
const TRADES_AS =
  /^(.+?)[\s,(]+(?:d\/?b\/?a|t\/a|o\/a|a\/k\/a|doing business as|trading as|trades as|operating as|also known as|handelnd unter)[\s.:]+([^)]+)\)?$/iu;

/** A listing: `(NYSE: ABC)`. */
const LISTING =
  /[([]\s*(?:nyse(?:\s?american)?|nasdaq(?:gs|gm|cm)?|amex|otc\w*|lse|aim|tsxv?|asx|euronext|xetra|fse|etr|fra|six|hkex|sehk|nse|bse|jse|sgx|tse|tyo|epa|ams|bit|bme|sto|cph|osl|ticker)\s*[:\s][^)\]]*[)\]]/giu;
/** A security that is separated from the name of its issuer: `(Units)`, `- Warrant`. */
const SECURITY =
  /(?:\s*[([]|\s[-–—])\s*(?:units?|warrants?|rights?|stock|shares?|ads|gds|notes?|bonds?|preferred|ordinary|di|dr|eur|usd|gbp|chf)\s*[)\]]?\s*$/iu;
/** `Acme Group ADS`, but not `Acme Ads`. */
const SECURITY_IN_CAPITALS = /(?<=\p{Ll}.*)\s(?:ADSs?|GDSs?)$/u;
/** With its nominal value: `Ord 5p`, `Common Stock, $0.01 par value`. */
const NOMINAL =
  /[\s,]+(?:ord(?:inary)?|common|pre(?:ferred|ference|f)|pr?f|registered|shares?|stock|shs)(?:\s(?:shares?|stock|shs))?[\s,]+(?:of\s)?(?:(?:usd|gbp|gbx|eur|chf|sek|dkk|nok|cad|aud|hkd|sgd|zar|inr|jpy|[$£€])\s?\d[\d.,]*|\d[\d.,]*\s?(?:p|c|cents?|pence))(?:\s(?:each|par(?:\svalue)?))?\s*$/iu;
/** A bond or a preference share: `8.75% CUM IRRD PRF GBP1`. */
const WITH_INTEREST =
  /\s\d[\d\s./]*%.*\b(?:pr?f|pfd|preferred|preference|cum|snr|sub|bds|nts|notes?|bonds?|emtn|mtn|frn|cnv|stock|stk)\b.*$/iu;
const REMARK_WORDS =
  'kunde|kunden|kundin|customer|client|cliente|prospect|interessent|lead|inactive|inaktiv|duplicate|dublette|doppelt|doublon|do not \\p{L}+|' +
  'nicht \\p{L}+|ne pas \\p{L}+|gesperrt|blocked|closed|geschlossen|verkauft|sold|acquired|übernommen|fusioniert|aufgelöst|dissolved|defunct|bankrupt|' +
  'insolvent|insolvenz|old|alt|alte adresse|neu|vip|test|see|siehe|hq|headquarters|head office|hauptsitz';
/** A remark by the owner of the list: `(customer since 2019)`, `[inactive] Acme`, `- DO NOT USE`. */
const REMARK = new RegExp(
  [
    `[([][^)\\]]*(?<!\\p{L})(?:${REMARK_WORDS})(?!\\p{L})[^)\\]]*[)\\]]\\s*$`,
    `^\\s*[([](?:[^)\\]]*(?<!\\p{L}))?(?:${REMARK_WORDS})(?!\\p{L})[^)\\]]*[)\\]]\\s*`,
    '\\s[-–—*]+\\s*(?:do not \\p{L}+|nicht \\p{L}+|ne pas \\p{L}+|duplicate|dublette|inactive|inaktiv|gesperrt|closed)\\s*$',
  ].join('|'),
  'giu',
);
/** The later owner: `, now part of Acme`. */
const NOW_PART =
  /[\s,(]+(?:now part of|an? \S+ company|part of the|a division of|(?:jetzt )?teil (?:von|der))\s.*$|(?:[,(]|\s[-–—])\s*an? \S+ company\)?$/iu;
/** The partners of an Italian company, and the owner of a German one: `S.n.c. di Rossi & C.`, `e.K., Inh. Max Roe`. */
const OWNED_BY =
  /[\s,]+(?:s\.?\s?(?:n\.?\s?c|a\.?\s?s)\.?\s+di|(?:e\.?\s?k\.?,?\s+)?(?:inh\.|inhaber(?:in)?:?))\s.*$/iu;
/** A remark of registers behind the legal form. */
const IN_LIQUIDATION =
  /[\s,(]+(?:(?:in|under|en) liquida[ct]i[oó]n|in (?:abwicklung|liquidazione)|w (?:likwidacji|upadłości)|v likvid[aá]ci|u (?:stečaju|likvidaciji)|in gründung|en formation|i\.\s?(?:l|gr)\.)\)?\s*$/iu;
/** `Int'l`, `Nat'l`, `Ass'n`. */
const SHORTENED = /(?<=\p{L}{2})['’](?=(?:l|n|t|d)\b)/giu;

/**
 * Every note contains one of these marks or words; most names contain none. This search costs a sixth of the searches
 * for the notes.
 */
const MAY_HAVE_NOTE =
  /[([™®©℠'’%]|\s[-–—*]|[\s,](?:ads|gds|ord|common|pr?e?f|registered|shares?|stock|shs|[ao]\/|an?\s|also\s|anciennement|d\/?b\/?a|doing\s|f\/?k\/?a|e\.?\s?k\.?,?\s+inh|en\s[lf]|formerly|handelnd|i\.\s?(?:l|gr)|in[\sh]|jetzt\s|now\s|operating\s|part\s|s\.?\s?[an]\.?\s?[cs]\.?\s+di\s|t\/a|under\s|[uvw]\s|teil\s|trades\s|trading\s|vormals)/iu;

/** The name without notes, former and legal names; unchanged if nothing else is left. */
export function ownName(name: string): string {
  if (!MAY_HAVE_NOTE.test(name)) return name;
  const [, , traded] = TRADES_AS.exec(name) ?? [];
  const own = withoutRemarks((traded ?? name).replace(FORMER_NAME, ' '))
    .replace(NOW_PART, ' ')
    .replace(OWNED_BY, ' ')
    .replace(IN_LIQUIDATION, ' ')
    .replace(MARKS, ' ')
    .replace(SHORTENED, '');
  return /[\p{L}\p{N}]/u.test(own) ? own : name;
}

/** The name without listings, securities and remarks by the owner of a list. */
export function withoutRemarks(name: string): string {
  return [LISTING, REMARK, WITH_INTEREST, NOMINAL, SECURITY, SECURITY_IN_CAPITALS].reduce(
    (text, remark) => text.replace(remark, ' '),
    name,
  );
}

/** The former names that a name contains. */
function formerNamesOf(name: string): string[] {
  const former = name.match(FORMER_NAME) ?? [];
  return former
    .map((text) =>
      text
        .replace(FORMER_WORDS, '')
        .replace(/[)\]]+$/, '')
        .trim(),
    )
    .filter((text) => text !== '');
}

/** The other names of the company: former names, and the legal name in front of a trade name. */
export function otherNamesOf(name: string): string[] {
  const legal = legalNameOf(name);
  return legal === null ? formerNamesOf(name) : [legal, ...formerNamesOf(name)];
}

/** The legal name in front of a trade name; null if there is none. */
export function legalNameOf(name: string): string | null {
  return TRADES_AS.exec(name)?.[1]?.trim() ?? null;
}
