// Job titles by function, level and language, the pyramid of levels in a company, and the words of a function. All
// combinations are expanded once when the module loads, so that a draw is a look-up.
import type { JobLevel } from '../contract/vocabularies/vocabularies.ts';
import type { Language } from './places.ts';
import profiles from './profiles.json' with { type: 'json' };
import { type Random, words } from './random.ts';
import forms from './title-forms.json' with { type: 'json' };
import rows from './titles.json' with { type: 'json' };

/** The subjects of a function. */
export interface FunctionTexts {
  readonly skills: readonly string[];
  /** Sentences about a position. */
  readonly descriptions: readonly string[];
  /** First sentences of a profile summary. */
  readonly openers: readonly string[];
  readonly taglines: readonly string[];
}

interface TitleOptions {
  readonly level: JobLevel;
  readonly jobFunction: string;
  /** Functions without titles in a language use the English ones. */
  readonly language: Language;
}

interface TitleWords {
  readonly areas: string;
  readonly roles: string;
}
interface FunctionRow extends TitleWords {
  readonly chiefs: string;
  readonly skills: string;
  readonly de?: TitleWords;
  readonly fr?: TitleWords;
  readonly es?: TitleWords;
}
type TitlesByLevel = Readonly<Record<Exclude<JobLevel, 'Other'>, readonly string[]>>;
type TitlesByLanguage = Readonly<Record<Language, TitlesByLevel>>;

const OTHER_TITLES = words(profiles.others);

/** All combinations of the forms with the words for `{slot}`. */
function spellOut(formList: string, slot: string, wordList: string): string[] {
  return formList.split('|').flatMap((form) => words(wordList).map((word) => form.replace(slot, word)));
}

function titlesIn(language: Language, row: FunctionRow): TitlesByLevel {
  const local = language === 'en' ? row : row[language];
  if (!local) return titlesIn('en', row);
  const form = forms[language];
  return {
    'C-Team': words(row.chiefs),
    VP: spellOut(form.VP, '{area}', local.areas),
    Director: spellOut(form.Director, '{area}', local.areas),
    Manager: spellOut(form.Manager, '{area}', local.areas),
    Staff: spellOut(form.Staff, '{role}', local.roles),
  };
}

function functionTexts(row: FunctionRow): FunctionTexts {
  const areas = words(row.areas);
  const skills = words(row.skills);
  const aboutEachSkill = (templates: string) =>
    words(templates).flatMap((template) =>
      skills.map((skill, index) =>
        template
          .replaceAll('{area}', areas[index % areas.length]!)
          .replaceAll('{skill}', skill)
          .replaceAll('{other}', skills[(index + 1) % skills.length]!),
      ),
    );
  return {
    skills,
    descriptions: aboutEachSkill(profiles.descriptions),
    openers: aboutEachSkill(profiles.openers),
    taglines: aboutEachSkill(profiles.taglines),
  };
}

function byLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  return { en: make('en'), de: make('de'), fr: make('fr'), es: make('es') };
}

const functionRows: [string, FunctionRow][] = Object.entries(rows);
const TITLES: ReadonlyMap<string, TitlesByLanguage> = new Map(
  functionRows.map(([name, row]) => [name, byLanguage((language) => titlesIn(language, row))]),
);
const FUNCTION_TEXTS: ReadonlyMap<string, FunctionTexts> = new Map(
  functionRows.map(([name, row]) => [name, functionTexts(row)]),
);
const HEAD_TITLES = byLanguage((language) => forms[language].head.split('|'));

/** The words of a job function of the closed list. */
export function textsOfFunction(jobFunction: string): FunctionTexts {
  return FUNCTION_TEXTS.get(jobFunction)!;
}

/** A title of this level and function. */
export function pickTitle(random: Random, { level, jobFunction, language }: TitleOptions): string {
  if (level === 'Other') return random.pick(OTHER_TITLES);
  return random.pick(TITLES.get(jobFunction)![language][level]);
}

/** A title of the head of a company. */
export function pickHeadTitle(random: Random, language: Language): string {
  return random.pick(HEAD_TITLES[language]);
}

/**
 * The level of the person at this rank among `headcount`: one chief, another for each threefold size from about 23 on,
 * then of the rest 2% vice presidents, 6% directors, 14% managers, and staff.
 */
export function levelAtRank(rank: number, headcount: number): JobLevel {
  const chiefs = 1 + Math.floor(Math.log2(Math.max(8, headcount) / 8) / 1.5);
  if (rank < chiefs) return 'C-Team';
  const place = (rank - chiefs + 0.5) / (headcount - chiefs);
  if (place < 0.02) return 'VP';
  if (place < 0.08) return 'Director';
  return place < 0.22 ? 'Manager' : 'Staff';
}
