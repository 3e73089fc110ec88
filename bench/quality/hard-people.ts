// Pairs of people by the kinds of errors that occurred on third-party data: names in several languages and spellings,
// married names, colleagues, families and switchboards.
import { pickFamily } from '../../src/generate/person-name.ts';
import { type Random, words } from '../../src/generate/random.ts';
import { companyOf, detail, employed, full, latinName, letters, type PersonBase, row } from './person-base.ts';
import type { PairKind } from './truth.ts';

const kind =
  (isSame: boolean) =>
  (name: string, make: PairKind<PersonBase>['make']): PairKind<PersonBase> => ({ name, isSame, make });
const same = kind(true);
const apart = kind(false);

/** Short and full forms as families and colleagues use them. */
const SHORT_FORMS = words(
  'Kasia/Katarzyna, Gosia/Małgorzata, Wojtek/Wojciech, Tomek/Tomasz, Kuba/Jakub, Honza/Jan, Jirka/Jiří, Vašek/Václav, Katka/Kateřina, Sasha/Aleksandr, Misha/Mikhail, Nastya/Anastasia, Kolya/Nikolai, Lyosha/Alexey, Pepe/José, Paco/Francisco, Nacho/Ignacio, Kike/Enrique, Santi/Santiago, Guille/Guillermo, Zé/José, Chico/Francisco, Beto/Roberto, Bia/Beatriz, Gui/Guilherme, Beppe/Giuseppe, Gianni/Giovanni, Ale/Alessandro, Fede/Federico, Nico/Nicolas, Manu/Emmanuel, Fred/Frédéric, Seb/Sébastien, Kees/Cornelis, Piet/Pieter, Wim/Willem, Henk/Hendrik, Jaap/Jacob, Lasse/Lars, Kalle/Karl, Pelle/Per, Uli/Ulrich, Steffi/Stefanie, Sepp/Josef, Heinz/Heinrich, Giorgos/Georgios, Nikos/Nikolaos, Pisti/István, Zsuzsi/Zsuzsanna, Liz/Elizabeth, Peggy/Margaret, Jack/John, Hank/Henry, Dick/Richard, Molly/Mary, Sally/Sarah',
);

/** One name in several romanizations, or in the spelling of another language. */
const SPELLINGS = words(
  'Yuri Shevchenko/Yuriy Shevchenko, Sergey Zaitsev/Sergei Zaytsev, Alexey Yakovlev/Aleksei Iakovlev, Andrey Solovyov/Andrei Solovyev, Dmitry Chernov/Dmitriy Chernov, Mikhail Zhukov/Mihail Zhukov, Ekaterina Belova/Yekaterina Belova, Natalia Orlova/Natalya Orlova, Evgeny Gusev/Evgenii Gusev, Mohammed Al Sayed/Muhammad Alsayed, Ahmed El Masry/Ahmad Elmasry, Youssef Haddad/Yusuf Haddad, Khaled Mansour/Khalid Mansour, Hussein Nasser/Hussain Naser, Fatima Zahra/Fatma Zahra, Sato Yuki/Satō Yuki, Ota Kenji/Ōta Kenji, Georgios Papadopoulos/Giorgos Papadopoulos, Ioannis Nikolaou/Yannis Nikolaou, Oleksandr Kovalenko/Olexandr Kovalenko, Volodymyr Bondar/Volodimir Bondar, Aleksandr Popov/Alexander Popov, Nikolay Ivanov/Nikolai Ivanov, Vasily Kuznetsov/Vasiliy Kuznetzov',
);
const NATIVE = words(
  'Юрий Шевченко/Yuri Shevchenko, Наталья Орлова/Natalia Orlova, Дмитрий Чернов/Dmitry Chernov, Екатерина Белова/Ekaterina Belova, Євген Ткаченко/Yevhen Tkachenko, Георгиос Стефану/Georgios Stefanou, Γιώργος Νικολάου/Giorgos Nikolaou, Ελένη Παππά/Eleni Pappa, Андрей Соловьёв/Andrey Solovyov, Татьяна Щербакова/Tatyana Shcherbakova',
);

const split = (pair: string) => pair.split('/') as [string, string];

/** Two rows with these names: one with all fields of the base, and one with its employer and one more detail. */
const twoRows = (base: PersonBase, random: Random, [one, other]: readonly [string, string]) =>
  [row(one, full(base, random)), row(other, { ...employed(base, random), ...detail(base, random) })] as const;

/** The first name of another person with another initial. */
function otherFirst(base: PersonBase, random: Random): string {
  for (;;) {
    const { first } = latinName(random, base.culture);
    if (first.charAt(0) !== base.name.first.charAt(0)) return first;
  }
}

/** Another surname with the same initial: such people are compared. */
function colleagueSurname(base: PersonBase, random: Random): string {
  for (let draw = 0; draw < 200; draw += 1) {
    const surname = pickFamily(random, base.culture);
    // One of two surnames may be omitted: such rows describe one person.
    const isOther = !surname.split(/[ -]/).some((word) => base.name.last.split(/[ -]/).includes(word));
    if (isOther && surname.charAt(0) === base.name.last.charAt(0)) return surname;
  }
  return `${base.name.last.charAt(0)}oldberg`;
}

export const HARD_PEOPLE: readonly PairKind<PersonBase>[] = [
  same('short first name in another language', (base, random) => {
    const [short, long] = split(random.pick(SHORT_FORMS));
    return twoRows(base, random, [`${long} ${base.name.last}`, `${short} ${base.name.last}`]);
  }),
  same('another romanization', (base, random) => twoRows(base, random, split(random.pick(SPELLINGS)))),
  same('native letters and Latin', (base, random) => twoRows(base, random, split(random.pick(NATIVE)))),
  same('double name after marriage', (base, random) => {
    const { first, last } = base.name;
    const other = pickFamily(random, base.culture);
    const married = random.pick([`${last}-${other}`, `${other}-${last}`, `${last} ${other}`]);
    return twoRows(base, random, [`${first} ${last}`, `${first} ${married}`]);
  }),
  same('maiden name in brackets', (base, random) => {
    const { first, last } = base.name;
    const other = pickFamily(random, base.culture);
    const name = random.pick([
      `${first} ${last} (née ${other})`,
      `${first} ${last} (${other})`,
      `${first} ${last} geb. ${other}`,
    ]);
    return twoRows(base, random, [`${first} ${last}`, name]);
  }),
  same('maiden name, e-mail of before', (base, random) => {
    const { first, last, asciiFirst, asciiLast } = base.name;
    const email = `${asciiFirst}.${asciiLast}@${base.employer.domain}`;
    const surname = pickFamily(random, base.culture);
    return [
      row(`${first} ${last}`, { ...full(base, random), email }),
      row(`${first} ${surname}`, { ...employed(base, random), email, title: base.title }),
    ];
  }),
  same('letters, blanks and titles in the name', (base, random) => {
    const { first, last } = base.name;
    const name = random.pick([
      `  ${first.toUpperCase()}   ${last.toUpperCase()} `,
      `Mr ${first} ${last}`,
      `Frau ${first} ${last}`,
      `${first} ${last}, Ph.D.`,
      `${last.toUpperCase()} ${first}`,
      `Dipl.-Ing. ${first} ${last}`,
      `${first} "Ace" ${last}`,
    ]);
    return twoRows(base, random, [`${first} ${last}`, name]);
  }),
  same('employer spelled otherwise', (base, random) => {
    const { brand, trade, form, domain } = base.employer;
    const company = random.pick([
      `${brand.toUpperCase()} ${trade.toUpperCase()}`,
      `${brand} ${trade}, ${form}`,
      `The ${brand} ${trade}`,
      `${brand} ${trade} (${form})`,
    ]);
    return [
      row(base.name.full, { company: companyOf(base.employer), domain, title: base.title }),
      row(base.name.full, { company, title: base.title }),
    ];
  }),
  apart('colleagues with one first name', (base, random) => {
    const place = { title: base.title, city: base.city, country: base.country.code };
    const { first, last } = base.name;
    return [
      row(`${first} ${last}`, { ...full(base, random), ...place }),
      row(`${first} ${colleagueSurname(base, random)}`, { ...employed(base, random), ...place }),
    ];
  }),
  apart('similar names at one switchboard', (base, random) => {
    const [one, other] = split(
      random.pick(
        words(
          'Anna/Anne, Jan/Jana, Julia/Julie, Daniel/Daniela, Paul/Paula, Mario/Maria, Christian/Christina, Eric/Erica, Marc/Marcel, Lena/Lea',
        ),
      ),
    );
    const place = { phone: base.switchboard, city: base.city, country: base.country.code };
    return [
      row(`${one} ${base.name.last}`, { ...full(base, random), ...place }),
      row(`${other} ${base.name.last}`, { ...employed(base, random), phone: base.switchboard }),
    ];
  }),
  apart('family firm', (base, random) => {
    const place = { title: base.title, city: base.city, country: base.country.code, phone: base.switchboard };
    const { first, last } = base.name;
    return [
      row(`${first} ${last}`, { ...full(base, random), ...place }),
      row(`${otherFirst(base, random)} ${last}`, { ...employed(base, random), ...place }),
    ];
  }),
  apart('namesakes of two firms with one name', (base) => {
    const { brand, trade } = base.employer;
    const other = { company: `${brand} ${trade}`, domain: `${letters(brand)}-${letters(base.otherCity)}.com` };
    return [
      row(base.name.full, {
        company: companyOf(base.employer),
        domain: base.employer.domain,
        city: base.city,
        country: base.country.code,
        title: base.title,
      }),
      row(base.name.full, { ...other, city: base.otherCity, country: base.country.code, title: base.otherTitle }),
    ];
  }),
  apart('namesakes with two mobile phones', (base, random) => {
    const parts = { country: base.country.code };
    return [
      row(base.name.full, { ...full(base, random), ...parts, phone: base.mobile }),
      row(base.name.full, {
        company: companyOf(base.other),
        ...parts,
        phone: base.switchboard,
        title: base.otherTitle,
      }),
    ];
  }),
  apart('initials of two people', (base, random) => {
    const { first, last } = base.name;
    return [
      row(`${first} ${last}`, {
        ...full(base, random),
        email: `${letters(first)}.${letters(last)}@${base.employer.domain}`,
      }),
      row(`${first.charAt(0)}. ${last}`, {
        ...employed(base, random),
        title: base.otherTitle,
        email: `${letters(otherFirst(base, random))}.${letters(last)}@${base.employer.domain}`,
      }),
    ];
  }),
];
