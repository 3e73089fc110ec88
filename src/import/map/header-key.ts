// Converts column headers to keys, so that different spellings of one header are equal.
import { memoized } from '../../words/memoized.ts';
import { wordKey } from '../../words/words.ts';

/** `Employee #` is the number of the employee; `# Employees` is a count. */
const NUMBER_SIGN = /(?<=[\p{L})])\s*#$/u;
const CAMEL_CASE = /(\p{Ll})(\p{Lu})/gu;

/**
 * Remarks of import templates at the end of a header, in seven languages: whether a value is required, and its format.
 * Other words in brackets may state the owner or the kind of the value: `Phone (work)`, `Email (owner)`.
 */
const NEED =
  'required|mandatory|optional|recommended|if (?:any|known|available|applicable)|pflichtfeld|pflicht|pflichtangabe|' +
  'erforderlich|freiwillig|obligatoire|requis|requise|facultatif|facultative|optionnel|optionnelle|obligatorio|' +
  'obligatoria|requerido|requerida|opcional|obrigat[oó]rio|obrigat[oó]ria|obbligatorio|obbligatoria|facoltativo|' +
  'facoltativa|opzionale|verplicht|verplicht veld|optioneel';
const FORM =
  'as (?:on|in|per|of|shown|written|registered)\\b.*|wie (?:auf|im|in)\\b.*|max\\b.*\\d.*|incl\\b.*|inkl\\b.*|including .*|e\\.?\\s?g\\b.*|z\\.?\\s?b\\b.*|' +
  '[ymd]{2,4}([-/. ])[ymd]{2}\\1[ymd]{2,4}';
const REMARK = new RegExp(`\\s*(?:[([{]\\s*(?:${NEED}|${FORM})\\s*[)\\]}]|\\s[-–—:,]\\s*(?:${NEED}))[\\s*:]*$`, 'i');

/** A longer text is not a name of a field. Folding a header of megabytes for each field would take seconds. */
const NAME_LENGTH_MAX = 200;

const foldedKey = memoized((header) =>
  wordKey(withoutRemark(header).replace(NUMBER_SIGN, ' number').replace(CAMEL_CASE, '$1 $2')),
);

/**
 * The folded words of a header: the same key for `companyName`, `COMPANY_NAME`, `Company name (required)`. The key of a
 * long header is its text.
 */
export function headerKey(header: string): string {
  const text = header.trim();
  return text.length > NAME_LENGTH_MAX ? text : foldedKey(text);
}

const withoutRemark = (header: string) => header.replace(REMARK, '') || header;
