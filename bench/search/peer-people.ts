// The people of an edition as rows and tokens for the other engines, and the mixed queries in the same tokens.
import type { Edition } from '../../src/search/edition/edition.ts';
import { termsOf } from '../../src/words/words.ts';
import { generatedDocuments } from './documents.ts';
import type { MixedQuery } from './mixed-queries.ts';
import type { PeerPeople, PeerQuery, PeerRow, TokenGroup } from './peer.ts';

const VALUE_LETTERS = { industry: 'i', hq_country: 'h', country: 'c', job_level: 'l', job_function: 'f' } as const;
type ValueColumn = keyof typeof VALUE_LETTERS;

/** Numbers from 1 for texts in their order of appearance. */
class Numbering {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string | null): number {
    if (text === null) return 0;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.texts.push(text);
    this.numbers.set(text, this.texts.length);
    return this.texts.length;
  }
}

/** Rows of the edition's people, who have one position each. */
export class NumberedPeople implements PeerPeople {
  readonly count: number;
  private readonly numbers: Readonly<Record<ValueColumn, Numbering>> = {
    industry: new Numbering(),
    hq_country: new Numbering(),
    country: new Numbering(),
    job_level: new Numbering(),
    job_function: new Numbering(),
  };
  private readonly titles = new Numbering();
  private readonly titleTerms: string[][] = [];
  private readonly terms = new Numbering();
  private readonly companies: { industry: number; hq_country: number; employees: number; employed: number }[] = [];
  private readonly people: Uint32Array;
  private readonly edition: Edition;

  constructor(edition: Edition) {
    this.edition = edition;
    this.count = edition.counts.people;
    this.people = new Uint32Array((this.count + 1) * 2);
    const input = generatedDocuments({ people: this.count, mainPositionsOnly: true });
    const { industry, hq_country, country } = this.numbers;
    for (const company of input.companies)
      this.companies[company.id] = {
        industry: industry.of(company.industry),
        hq_country: hq_country.of(company.hq_country),
        employees: company.employee_count ?? -1,
        employed: 1,
      };
    for (const person of input.people) {
      this.people[person.id * 2] = country.of(person.country);
      this.people[person.id * 2 + 1] = (person.connections_count ?? -1) + 1;
    }
  }

  get titleCount(): number {
    return this.titles.texts.length;
  }

  *rows(): Generator<PeerRow> {
    const nobody = { industry: 0, hq_country: 0, employees: -1, employed: 0 };
    for (let doc = 0; doc < this.count; doc++) {
      const position = this.edition.position(doc);
      const company = position.companyId === null ? nobody : this.companies[position.companyId]!;
      yield {
        doc,
        ...company,
        country: this.people[position.personId * 2]!,
        job_level: this.numbers.job_level.of(position.level),
        job_function: this.numbers.job_function.of(position.function),
        title: this.titles.of(position.title),
        connections: this.people[position.personId * 2 + 1]! - 1,
      };
    }
  }

  tokens(row: PeerRow): string[] {
    const tokens: string[] = [];
    for (const column of Object.keys(VALUE_LETTERS) as ValueColumn[])
      if (row[column] > 0) tokens.push(VALUE_LETTERS[column] + row[column]);
    if (row.employed === 1) tokens.push('employed');
    if (row.title > 0) tokens.push(...this.titleTokens(row.title));
    return tokens;
  }

  titleTokens(title: number): string[] {
    this.titleTerms[title] ??= termsOf(this.titles.texts[title - 1]!, { abbreviations: true }).map(
      (term) => `t${this.terms.of(term)}`,
    );
    return this.titleTerms[title];
  }

  /** The query in tokens. */
  translated(source: MixedQuery): PeerQuery {
    const groups: TokenGroup[] = [];
    const excluded: TokenGroup[] = [];
    let employees: PeerQuery['employees'] = null;
    let minConnections: number | null = null;
    for (const clause of source.clauses) {
      if (clause.kind === 'ranges') {
        const [range] = clause.anyOf;
        if (clause.field === 'employee_count') employees = range ?? null;
        else minConnections = range?.min ?? null;
        continue;
      }
      const group =
        clause.kind === 'values'
          ? clause.anyOf.map((value) => [
              [VALUE_LETTERS[clause.field as ValueColumn] + this.numbers[clause.field as ValueColumn].of(value)],
            ])
          : clause.anyOf.map(({ words }) => words.map((terms) => terms.map((term) => `t${this.terms.of(term)}`)));
      (clause.negated ? excluded : groups).push(group);
      // An exclude on a field of the employer omits people without a known employer.
      if (clause.negated && clause.kind === 'values') groups.push([[['employed']]]);
    }
    return { groups, excluded, employees, minConnections, after: source.after, source };
  }
}
