// Labelled people: an invented person, and for each kind of pair a second row of that person or of another one who is
// easily taken for them.
import { pickFamily, pickName } from '../../src/generate/person-name.ts';
import type { Random } from '../../src/generate/random.ts';
import { HARD_PEOPLE } from './hard-people.ts';
import { hasMarks, recased, typo, withDigraphs, withoutMarks } from './noise.ts';
import { companyOf, detail, employed, full, latinName, letters, type PersonBase, row } from './person-base.ts';
import { PERSON_NEAR_MISSES } from './person-near-misses.ts';
import type { PairKind } from './truth.ts';

const NICKNAMES: Readonly<Record<string, string>> = {
  Robert: 'Bob',
  William: 'Bill',
  Michael: 'Mike',
  James: 'Jim',
  Thomas: 'Tom',
  Matthew: 'Matt',
  Daniel: 'Dan',
  Christopher: 'Chris',
  Benjamin: 'Ben',
  Samuel: 'Sam',
  Joshua: 'Josh',
  Andrew: 'Andy',
  Charles: 'Chuck',
  Edward: 'Ted',
  Steven: 'Steve',
  Rebecca: 'Becky',
  Jessica: 'Jess',
  Amanda: 'Mandy',
  Victoria: 'Vicky',
  Abigail: 'Abby',
  Katharina: 'Kathi',
  Susanne: 'Susi',
  Johanna: 'Hanna',
  Francisco: 'Paco',
  José: 'Pepe',
  Antonio: 'Toni',
  Giuseppe: 'Beppe',
  Alessandro: 'Sandro',
  Alejandro: 'Alex',
  Francesca: 'Franca',
};

const same = (name: string, make: PairKind<PersonBase>['make']): PairKind<PersonBase> => ({ name, isSame: true, make });

/** A person whose first name has a short form. */
function withNickname(base: PersonBase, random: Random) {
  const [first, nick] = random.pick(Object.entries(NICKNAMES));
  const mail = `${letters(first)}.${base.name.asciiLast}@${base.employer.domain}`;
  return { first, nick, mail, last: base.name.last };
}

const TRUE_KINDS: readonly PairKind<PersonBase>[] = [
  same('e-mail', (base, random) => [
    row(base.name.full, { ...full(base, random), email: base.workMail }),
    row(random.pick([base.name.full, recased(base.name.full, random)]), {
      ...employed(base, random),
      email: base.workMail.toUpperCase(),
    }),
  ]),
  same('e-mail, first name as initial', (base, random) => [
    row(base.name.full, { ...full(base, random), email: base.workMail }),
    row(`${base.name.first.charAt(0)}. ${base.name.last}`, { email: base.workMail, title: base.title }),
  ]),
  same('e-mail, short first name', (base, random) => {
    const { first, nick, mail, last } = withNickname(base, random);
    return [row(`${first} ${last}`, { ...full(base, random), email: mail }), row(`${nick} ${last}`, { email: mail })];
  }),
  same('e-mail, new surname', (base, random) => {
    const surname = pickFamily(random, base.culture);
    return [
      row(base.name.full, { ...full(base, random), email: base.workMail }),
      row(`${base.name.first} ${surname}`, { ...employed(base, random), email: base.workMail }),
    ];
  }),
  same('private e-mail, new employer', (base, random) => [
    row(base.name.full, { ...full(base, random), email: base.ownMail }),
    row(base.name.full, { company: companyOf(base.other), title: base.otherTitle, email: base.ownMail }),
  ]),
  same('mobile phone, new employer', (base, random) => [
    row(base.name.full, { ...full(base, random), phone: base.mobile }),
    row(base.name.full, { company: companyOf(base.other), phone: base.mobile.replace('+', '00') }),
  ]),
  same('profile URL written otherwise', (base, random) => {
    const url = random.pick([
      `http://de.network.example/in/${base.slug}/`,
      `network.example/in/${base.slug.toUpperCase()}?trk=people`,
      `https://www.network.example/de/in/${base.slug}`,
      `/in/${base.slug}`,
    ]);
    const other = row(`${base.name.first} ${pickFamily(random, base.culture)}`, { company: companyOf(base.other) });
    return [row(base.name.full, { ...full(base, random), slug: base.slug }), { ...other, network_url: url }];
  }),
  same('name and employer alone', (base, random) => [
    row(base.name.full, full(base, random)),
    row(base.name.full, employed(base, random)),
  ]),
  same('name and employer, same title or town', (base, random) => [
    row(base.name.full, full(base, random)),
    row(base.name.full, { ...employed(base, random), ...detail(base, random) }),
  ]),
  same('surname first', (base, random) => {
    const { first, last } = base.name;
    const name = random.pick([
      `${last}, ${first}`,
      `${last.toUpperCase()}, ${first}`,
      `${last.toUpperCase()}, ${first.toUpperCase()}`,
      `${last} ${first}`,
    ]);
    return [
      row(`${first} ${last}`, full(base, random)),
      row(name, { ...employed(base, random), ...detail(base, random) }),
    ];
  }),
  same('typing error', (base, random) => {
    const { first, last } = base.name;
    const name = random.chance(0.5) ? `${typo(first, random)} ${last}` : `${first} ${typo(last, random)}`;
    const parts = random.chance(0.3) ? { email: base.workMail } : {};
    return [
      row(`${first} ${last}`, { ...full(base, random), ...parts }),
      row(name, { ...employed(base, random), ...detail(base, random), ...parts }),
    ];
  }),
  same('short first name at the employer', (base, random) => {
    const { first, nick, last } = withNickname(base, random);
    return [
      row(`${first} ${last}`, full(base, random)),
      row(`${nick} ${last}`, { ...employed(base, random), ...detail(base, random) }),
    ];
  }),
  same('marks and umlauts', (base, random) => {
    if (!hasMarks(base.name.full)) return null;
    const name = random.chance(0.5) ? withDigraphs(base.name.full) : withoutMarks(base.name.full);
    return [row(base.name.full, full(base, random)), row(name, { ...employed(base, random), ...detail(base, random) })];
  }),
  same('middle name', (base, random) => {
    const { first, last } = base.name;
    const middle = random.pick([`${random.pick('ABCDEFGHJKLM'.split(''))}.`, latinName(random, base.culture).first]);
    return [
      row(`${first} ${middle} ${last}`, full(base, random)),
      row(`${first} ${last}`, { ...employed(base, random), ...detail(base, random) }),
    ];
  }),
  same('titles and degrees', (base, random) => {
    const name = random.pick([
      `Dr. ${base.name.full}`,
      `${base.name.full}, MBA`,
      `Prof. Dr. ${base.name.full}`,
      `${base.name.full} PhD`,
      `${base.name.full} (he/him)`,
    ]);
    return [row(base.name.full, full(base, random)), row(name, { ...employed(base, random), ...detail(base, random) })];
  }),
  same('two addresses at the employer, one title', (base, random) => {
    const { asciiFirst, asciiLast } = base.name;
    const { domain } = base.employer;
    return [
      row(base.name.full, { ...full(base, random), email: `${asciiFirst}.${asciiLast}@${domain}` }),
      row(base.name.full, {
        ...employed(base, random),
        title: base.title,
        email: `${asciiFirst.charAt(0)}${asciiLast}@${domain}`,
      }),
    ];
  }),
  same('native script', (base, random) => {
    const culture = random.pick(['russian', 'ukrainian', 'greek']);
    const native = (() => {
      for (;;) {
        const name = pickName(random, culture);
        if (name.native) return name;
      }
    })();
    const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    const latin = `${capital(native.asciiFirst)} ${capital(native.asciiLast)}`;
    const email = `${native.asciiFirst.charAt(0)}.${native.asciiLast}@${base.employer.domain}`;
    const parts = random.chance(0.4) ? { email } : {};
    return [
      row(native.full, { ...full(base, random), ...parts }),
      row(latin, { ...employed(base, random), ...detail(base, random), ...parts }),
    ];
  }),
];

export const PERSON_KINDS: readonly PairKind<PersonBase>[] = [...TRUE_KINDS, ...PERSON_NEAR_MISSES, ...HARD_PEOPLE];
