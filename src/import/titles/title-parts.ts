// Splits a title as written into parts: `CEO | Board Member`, `Data Scientist, Growth`. Folded words do not show the
// parts.

/** Marks for all genders: (m/w/d), (all genders). They are not words of the title. */
const GENDER_MARK =
  /[([]\s*(?:[mwfdxhvgnia*](?:\s*[/|,.*]\s*[mwfdxhvgnia*])+|gn|all genders?|alle geschlechter)\s*[)\]]/gi;
const GENDER_TAIL = /\s+[mwfh]\s*\/\s*[mwfh](?:\s*\/\s*[dxi*])?\s*$/i;
/** Separates titles that one person holds at the same time. */
const TITLE_SEPARATOR = /\s*[|•;]\s*|\s·\s/;
const MAY_HAVE_TITLES = /[|•;·]/;
/** Separates the work from its area, team or place. Separators of titles are included. */
const AREA_SEPARATOR = /\s*[|•;,(:]\s*|\s[·–—/-]\s/;
const HAS_WORD = /[\p{L}\p{N}]/u;
const MAY_HAVE_MARK = /[/([]/;

/** A title without marks of gender. */
export function withoutGenderMarks(title: string): string {
  return MAY_HAVE_MARK.test(title) ? title.replace(GENDER_MARK, ' ').replace(GENDER_TAIL, '') : title;
}

/** The German and Swedish short forms for a former office, whose letters have other meanings in capitals: `1st A.D.` */
const RETIREMENT = /(?<![\p{L}.])(?:(a\. ?D)|(i\. ?R)|f\. ?d)(?![\p{L}\p{N}])\.?/gu;

/** A title with `a. D.`, `i. R.` and `f.d.` spelled out. */
export function withRetirement(title: string): string {
  if (!title.includes('.')) return title;
  return title.replace(RETIREMENT, (_, service, retirement) =>
    service ? 'außer Dienst' : retirement ? 'im Ruhestand' : 'tidigare',
  );
}

const PART_SEPARATOR = /[,([]|\s[-–—]\s/u;
const CLOSING = /[)\]]/;

/** The last part of a title, behind a comma, bracket or dash: `ret.` of `Colonel (ret.)`; null if it has one part. */
export function tailOf(title: string): string | null {
  const parts = title
    .trimEnd()
    .replace(/[)\]]$/, '')
    .split(PART_SEPARATOR);
  const tail = parts.length > 1 ? (parts.at(-1) ?? '').trim() : '';
  return tail === '' || CLOSING.test(tail) ? null : tail;
}

/** The titles that a person holds at the same time; usually one. */
export function titlesOf(text: string): string[] {
  return MAY_HAVE_TITLES.test(text) ? text.split(TITLE_SEPARATOR).filter((part) => part !== '') : [text];
}

/**
 * The part of a title before its area: `Data Scientist` of `Data Scientist, Growth`. Null if the title has only one
 * part.
 */
export function headOf(title: string): string | null {
  const end = title.search(AREA_SEPARATOR);
  return end > 0 && HAS_WORD.test(title.slice(end)) ? title.slice(0, end) : null;
}
