import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNames, differentParts } from './compare-names.ts';

test.each([
  ['Jane Doe', 'DOE JANE', 'equal', 'equal'],
  ['Jürgen Müller', 'Juergen Mueller', 'equal', 'equal'],
  ['Сергей Семёнов', 'Sergei Semyonov', 'equal', 'equal'],
  ['Pablo González Ruiz', 'González Ruiz Pablo', 'equal', 'equal'],
  ['Ana García López', 'Ana García', 'equal', 'equal'],
  ['Dr. Jane van der Doe', 'Jane Doe', 'equal', 'equal'],
  ['Robert Roe', 'Bob Roe', 'short form', 'equal'],
  ['Fco. Javier Soto Ruiz', 'Francisco Javier Soto Ruiz', 'short form', 'equal'],
  ['Mª Ángeles Soto', 'María Ángeles Soto', 'equal', 'equal'],
  ['Петров А. Б.', 'Петров Андрей Борисович', 'initial', 'equal'],
  ['Petrov A. B.', 'Andrei Petrov', 'initial', 'equal'],
  ['Petrov A. B.', 'Petrov V. G.', 'different', 'equal'],
  ['Petrov Andrei', 'Петров Андрей Борисович', 'equal', 'equal'],
  ['Petrov Viktor', 'Andrei Viktorovich Petrov', 'different', 'different'],
  ['Mary J. D.', 'Mary Dunn', 'equal', 'initial'],
  ['Xu Jing (徐静)', '徐静', 'equal', 'equal'],
  ['Xu Jing (徐静)', 'Jing Xu', 'equal', 'equal'],
  ['徐静 (Xu Jing)', 'Xu Jing（徐静）', 'equal', 'equal'],
  ['Jane Doe', 'J. Doe', 'initial', 'equal'],
  ['Katharina Doe', 'Kathrina Doe', 'typing error', 'equal'],
  ['Jane Petersen', 'Jane Peterson', 'equal', 'similar'],
  ['Jane Gupta', 'Jane Gupa', 'equal', 'typing error'],
  ['Jane Uche', 'Jane Uch', 'equal', 'typing error'],
  ['Diana Doe', 'Dian Doe', 'typing error', 'equal'],
  ['Andreas Böhm', 'Andreas Bhm', 'equal', 'typing error'],
  ['Sarah Gray', 'Saah Gray', 'typing error', 'equal'],
  ['Kim Seo-yeon', 'Seoyeon Kim', 'equal', 'equal'],
  ['Alexander Doe', 'Alexandra Doe', 'similar', 'equal'],
  ['Alexandra Doe', 'Alex Doe', 'short form of several names', 'equal'],
  ['Martin Doe', 'Martina Doe', 'similar', 'equal'],
  ['Anna Doe', 'Anne Doe', 'similar', 'equal'],
  ['Christina Doe', 'Christine Doe', 'similar', 'equal'],
  ['Yuki Doe', 'Yuka Doe', 'similar', 'equal'],
  ['Taki Doe', 'Tako Doe', 'similar', 'equal'],
  ['Rajesh Doe', 'Rakesh Doe', 'similar', 'equal'],
  ['Erik Doe', 'Eirik Doe', 'similar', 'equal'],
  ['Guðrún Jónsdóttir', 'Guðrún Jóhannsdóttir', 'equal', 'different'],
  ['John Doe', 'Mary Doe', 'different', 'equal'],
  ['Jane Doe', 'Jane Smith', 'equal', 'different'],
  ['Doe', 'Jane Doe', 'none', 'equal'],
  ['Herr Doe', 'Frau Doe', 'none', 'equal'],
  ['高橋健', '高橋健', 'equal', 'equal'],
  ['Petrr Doe', 'Peter Doe', 'typing error', 'equal'],
  ['Lcy Doe', 'Lucy Doe', 'typing error', 'equal'],
  ['Mario Doe', 'Maria Doe', 'similar', 'equal'],
  ['Kasia Nowak', 'Katarzyna Nowak', 'short form', 'equal'],
  ['Zé Costa', 'José Costa', 'short form', 'equal'],
  ["Sean O'Connor", 'Sean OConnor', 'equal', 'equal'],
  ["Oliver O'Connor", "Ruth O'Connor", 'different', 'equal'],
  ['Omar Al Sayed', 'Omar Alsayed', 'equal', 'equal'],
  ['Jan de Vries', 'Jan Devries', 'equal', 'equal'],
  ['Jan van den Berg', 'Vandenberg, Jan', 'equal', 'equal'],
  ['Lucia De Luca', 'L. Deluca', 'initial', 'equal'],
  ['Omar Al-Harthy', 'Omar Alharthi', 'equal', 'equal'],
  ['Anne Blanc', 'Anne Leblanc', 'equal', 'different'],
  ['Jan de Vries', 'Jan Debries', 'equal', 'typing error'],
  ['Rossi Maria Luisa', 'Maria Rossi', 'equal', 'equal'],
  ['ROSSI M. L.', 'Maria Rossi', 'initial', 'equal'],
  ['Tran Thi Mai', 'Mai Tran', 'equal', 'equal'],
  ['Rossi Maria Luisa', 'Luisa Rossi', 'different', 'different'],
  ['Paul John Smith', 'John Paul', 'different', 'different'],
  ['Linh Phan', 'Linh Pham', 'equal', 'similar'],
  ['Jan Meyer', 'Jan Maier', 'equal', 'similar'],
  ['Henry Smith', 'Henry Smth', 'equal', 'typing error'],
  ['Tao Xu', 'Tao Xu-Wang', 'equal', 'equal'],
  ['Theo Theo Vincent', 'Theo Vincent', 'equal', 'equal'],
  ['Cho Tae-jun', 'Cho Tae-ju', 'equal', 'different'],
  ['Cho Tae Jun', 'Cho Tae-jun', 'equal', 'equal'],
  ['Cho Tae-jun', 'Taejun Cho', 'equal', 'equal'],
  ['Bill Doe', 'W. Doe', 'initial', 'equal'],
  ['Peggy Doe', 'M Doe', 'initial', 'equal'],
  ['Bill Doe', 'K. Doe', 'different', 'equal'],
  ['William Doe', 'B. Doe', 'different', 'equal'],
  ['Jane Ostrander', 'Jane Ostrunder', 'equal', 'similar'],
  ['高橋 健', '高橋健', 'equal', 'equal'],
  ['Иванов Иван Иванович', 'Иван Иванов', 'equal', 'equal'],
  ['Иванов Иван Иванович', 'Ivan Ivanov', 'equal', 'equal'],
  ['Кузнецова Анна Сергеевна', 'Анна Сергеевна Кузнецова', 'equal', 'equal'],
  ['Шевченко Тарас Григорович', 'Taras Shevchenko', 'equal', 'equal'],
  ['Ivanov Ivan Ivanovich', 'Ivan Ivanov', 'equal', 'equal'],
  ['Абрамович Роман Аркадьевич', 'Роман Абрамович', 'equal', 'equal'],
  ['Roman Mark Abramovich', 'Roman Abramovich', 'equal', 'equal'],
  ['Xander Lee Abramovich', 'Xander Abramovich', 'equal', 'equal'],
  ['Иванов Иван Иванович', 'Пётр Иванов', 'different', 'equal'],
  ['JD Smith', 'J. D. Smith', 'equal', 'equal'],
  ['JD Smith', 'John D. Smith', 'initial', 'equal'],
  ['JD Smith', 'Mary Smith', 'different', 'equal'],
  ['DR John Smith', 'John Smith', 'equal', 'equal'],
  ['MS Jane Roe', 'Jane Roe', 'equal', 'equal'],
  ['NG Wei', 'Wei Ng', 'equal', 'equal'],
])('%s and %s: %s given name, %s surname', (a, b, given, surname) => {
  expect(compareNames(a, b)).toMatchObject({ given, surname });
  expect(compareNames(b, a)).toMatchObject({ given, surname });
});

test('a name that no table of common names contains has more weight', () => {
  const rarityOf = (name: string) => compareNames(name, name).rarity;
  expect(['Thomas Schmidt', 'Maria Rossi', 'Jane Doe', 'Jane Holtzclaw'].map(rarityOf)).toEqual([
    ...['common', 'common', 'usual', 'rare'],
  ]);
});

test('names in two scripts cannot be compared if one is not romanized', () => {
  expect(compareNames('王晓明', 'Wang Xiaoming').areUncomparable).toBe(true);
  expect(compareNames('Дмитрий Петров', 'Dmitry Petrov').areUncomparable).toBe(false);
});

test.each([
  ['Fernando Lóez Delgado', 'Fernando López Delgado', false],
  ['Jane A. Doe', 'Jane B. Doe', true],
  ['Jane A. Doe', 'Jane Ann Doe', false],
  ['Jane A. Doe', 'Jane Doe', false],
  ['John Doe Sr.', 'John Doe Jr.', true],
  ['John Doe Sr.', 'John Doe', true],
  ['John Doe', 'John Doe II', false],
  ['Paulo Tavarez Junior', 'Paulo Tavarez Neto', true],
  ['Paulo Tavarez Filho', 'Paulo Tavarez', false],
  ['Nguyễn Văn An', 'Nguyễn Thị An', true],
  ['Nguyen Van An', 'Nguyen An', false],
  ['Nguyễn Văn Hùng', 'Nguyễn Văn Hưng', true],
  ['Nguyễn Văn Hùng', 'Nguyen Van Hung', false],
  ['Nguyễn Văn Hùng', 'Hùng Nguyễn', false],
  ['Trần Thị Hoà', 'Trần Thị Hòa', false],
  ['Lê Đức Anh', 'Lê Duc Anh', false],
  ['Nguyễn Văn An', 'An Nguyen Van', false],
])('%s and %s contradict each other: %s', (a, b, isContradicted) => {
  expect(compareNames(a, b).isContradicted).toBe(isContradicted);
});

test('two usual names of the same words in another order may be those of two people', () => {
  expect(compareNames('Omar Ahmad', 'Ahmad Omar').isReordered).toBe(false);
  expect(compareNames('Ibrahim Ahmad', 'Ahmad Ibrahim').isReordered).toBe(true);
  expect(compareNames('Thomas Schmidt', 'Schmidt Thomas').isReordered).toBe(false);
  expect(compareNames('Ibrahim Ahmad', 'Ibrahim Ahmad').isReordered).toBe(false);
});

test('reports the different parts of two names as the comparison finds them', () => {
  const word = fc.constantFrom(
    ...['Jane', 'Jan', 'Janet', 'J', 'Bob', 'Robert', 'Mario', 'Maria', 'Ali', 'Hassan', 'Hasan', 'Novak', 'Nováková'],
    ...['Elmasry', 'Masry', 'Müller', 'Mueller', 'Muller', 'Schmidt', 'Schmitd', 'Doe', 'Roe', 'van', 'Jr.', 'Dr.'],
    ...['de', 'Vries', 'Devries'],
    ...['Seo-yeon', 'Seoyeon', 'Kim', 'Иван', '早川', 'JaneDoe', ''],
  );
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(name, name, (a, b) => {
      const { given, surname, areUncomparable } = compareNames(a, b);
      const isDifferent = (part: string) => !areUncomparable && part === 'different';
      expect(differentParts(a, b)).toEqual({ given: isDifferent(given), surname: isDifferent(surname) });
    }),
    { numRuns: 20_000 },
  );
});

test('the patronymics of two people contradict each other in any order of the names', () => {
  expect(compareNames('Иванов Иван Иванович', 'Иван Петрович Иванов').isContradicted).toBe(true);
  expect(compareNames('Иванов Иван Иванович', 'Иван Иванович Иванов').isContradicted).toBe(false);
});
