import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABELLED_TITLES } from '../../../test/support/labelled-titles.ts';
import { JOB_FUNCTIONS, JOB_LEVELS } from '../../contract/vocabularies/vocabularies.ts';
import { fold } from '../../words/words.ts';
import { classify } from './classify.ts';
import functionRules from './function-rules.json' with { type: 'json' };
import levelRules from './level-rules.json' with { type: 'json' };

describe('the level and function of a title', () => {
  it.each(LABELLED_TITLES)('of %s are %s and %s', (title, level, jobFunction) => {
    const found = classify(title);
    expect(found.level).toBe(level);
    if (jobFunction !== null) expect(found.function).toBe(jobFunction);
  });

  it('do not depend on letter case, marks or punctuation', () => {
    for (const [title] of LABELLED_TITLES) {
      expect(classify(`  ${title.toUpperCase()} `)).toEqual(classify(title));
      expect(classify(title.normalize('NFD'))).toEqual(classify(title));
    }
  });

  it('are listed values for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const { level, function: jobFunction } = classify(title);
        return JOB_LEVELS.includes(level) && JOB_FUNCTIONS.includes(jobFunction);
      }),
    );
  });
});

describe('a title whose holder has left the position', () => {
  it.each([
    ...['ehem. CFO', 'CTO a. D.', 'Oberbürgermeister a.D.', 'Geschäftsführerin i. R.', 'Werkleiter im Ruhestand'],
    ...['ex-CEO', 'Former Head of Sales', 'CFO (former)', 'Colonel (Ret.)', 'Head of HR, retired', 'Retired'],
    ...['VP Sales (left company)', 'CFO - no longer with company', 'Past President', 'Ancien directeur général'],
    ...['Retraitée', 'Antiguo gerente', 'Exdirectora de Operaciones', 'Jubilado', 'Ex-diretor industrial'],
    ...['Antiga directora financeira', 'Oud-directeur', 'Voormalig directeur', 'Già direttore', 'In pensione'],
    ...['f.d. VD', 'były prezes zarządu', 'Eski Genel Müdür', 'Бывший директор', '元部長', 'Former CEO | ex-CFO'],
  ])('is Other: %s', (title) => {
    expect(classify(title)).toMatchObject({ level: 'Other', isFormer: true });
  });

  it.each([
    ...['Former Head of Sales, now Advisor', 'Former COO | Board Advisor', 'CFO (former VP)', 'Founder, ex-Acme'],
    "Ex-DG, aujourd'hui président",
    ...['1st A.D.', 'Ex-Officio Member', 'Head of Retired Members Services', 'Roll Former', 'Ex-Schutz Beauftragter'],
    ...['Antigua Country Manager', 'Oud papier medewerker', 'Executive Chef', 'Export Manager', 'Chairman Emeritus'],
    ...['Past Due Collections', 'Responsable retraite', 'Retiree Benefits Manager', 'Ex Vivo Scientist', 'Trainee'],
  ])('is none of these: %s', (title) => {
    expect(classify(title).isFormer).toBe(false);
  });
});

type PhraseLines = Readonly<Record<string, readonly string[]>>;
const phrasesOf = (lines: PhraseLines) =>
  Object.values(lines).flatMap((some) => some.flatMap((line) => line.split(', ')));
const functionPhrases = Object.entries<Readonly<Record<string, PhraseLines>>>(functionRules.functions).flatMap(
  ([name, kinds]) => Object.values(kinds).flatMap((lines) => phrasesOf(lines).map((phrase) => ({ phrase, of: name }))),
);
const levelPhrases = levelRules.groups.flatMap((group, index) =>
  phrasesOf(group.phrases).map((phrase) => ({ phrase, of: String(index) })),
);

describe('the tables', () => {
  it('name every function of the closed list except Other', () => {
    expect(Object.keys(functionRules.functions)).toEqual(JOB_FUNCTIONS.filter((name) => name !== 'Other'));
  });

  it('name every level and no other', () => {
    expect(new Set(levelRules.groups.map((group) => group.level))).toEqual(new Set(JOB_LEVELS));
  });

  it('contain four kinds of function phrases', () => {
    const kinds = new Set(Object.values(functionRules.functions).flatMap((some) => Object.keys(some)));
    expect([...kinds].sort()).toEqual(['broad', 'field', 'hint', 'role']);
  });

  it.each([
    ['functions', functionPhrases],
    ['levels', levelPhrases],
  ])('contain folded words only for %s: other words could never match', (_, phrases) => {
    const forms = /^(?:\^ |\*)?[\p{Ll}\p{Lo}\d.+#]+(?: (?:…|[\p{Ll}\p{Lo}\d.+#]+))*(?:\*| \$)?$/u;
    const isFolded = (phrase: string) =>
      forms.test(phrase) && fold(phrase.replace('…', '')) === phrase.replace('…', '');
    expect(phrases.map(({ phrase }) => phrase).filter((phrase) => !isFolded(phrase))).toEqual([]);
  });

  it.each([
    ['function', functionPhrases],
    ['group of levels', levelPhrases],
  ])('give no phrase to more than one %s', (_, phrases) => {
    const owners = new Map<string, Set<string>>();
    for (const { phrase, of } of phrases) owners.set(phrase, (owners.get(phrase) ?? new Set()).add(of));
    expect([...owners].filter(([, names]) => names.size > 1)).toEqual([]);
  });
});
