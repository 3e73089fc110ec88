// The parts of a title as written: `CEO | Board Member`, `Data Scientist, Growth`. Words alone do not show them.

/** Marks of all genders: (m/w/d), (all genders). They are no words of the title. */
const GENDER_MARK =
  /[([]\s*(?:[mwfdxhvgnia*](?:\s*[/|,.*]\s*[mwfdxhvgnia*])+|gn|all genders?|alle geschlechter)\s*[)\]]/gi;
const GENDER_TAIL = /\s+[mwfh]\s*\/\s*[mwfh](?:\s*\/\s*[dxi*])?\s*$/i;
/** Between titles that one person has side by side. */
const TITLE_SEPARATOR = /\s*[|•;]\s*|\s·\s/;
const MAY_HAVE_TITLES = /[|•;·]/;
/** Between the work and its area, team or place, in addition to the separators of titles. */
const AREA_SEPARATOR = /\s*[|•;,(:]\s*|\s[·–—/-]\s/;
const HAS_WORD = /[\p{L}\p{N}]/u;
const MAY_HAVE_MARK = /[/([]/;

/** A title without marks of gender. */
export function withoutGenderMarks(title: string): string {
  return MAY_HAVE_MARK.test(title) ? title.replace(GENDER_MARK, ' ').replace(GENDER_TAIL, '') : title;
}

/** The titles that a person has side by side; most often one. */
export function titlesOf(text: string): string[] {
  return MAY_HAVE_TITLES.test(text) ? text.split(TITLE_SEPARATOR).filter((part) => part !== '') : [text];
}

/**
 * The part of a title before its area, or null if it has one part only: `Data Scientist` of `Data Scientist, Growth`.
 */
export function headOf(title: string): string | null {
  const end = title.search(AREA_SEPARATOR);
  return end > 0 && HAS_WORD.test(title.slice(end)) ? title.slice(0, end) : null;
}
