// Titles that name no kind of work, or that are in unknown languages, have no function. Titles of elected
// representatives and owners have one.
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const functionOf = (title: string) => classify(title).function;

describe('a title that names no kind of work', () => {
  it.each([
    ...[
      'Zorblax Manager',
      'Blorf Technician',
      'Qwop Officer II',
      'Chief Frumious Officer',
      'Snarfler',
      'asdf',
      'Wibbler',
    ],
    ...[
      'Jabberwock Coordinator',
      'Senior Thingamajig Specialist',
      'Head of Glim Glam',
      'Doohickey Lead',
      'lorem ipsum',
    ],
  ])('is Other if its words mean nothing: %s', (title) => {
    expect(classify(title)).toMatchObject({ function: 'Other', confidence: 0 });
  });

  it.each([
    ...[
      'Kierownik sprzedaży',
      'Księgowa',
      'Programista',
      'Nauczyciel',
      'Säljare',
      'Lärare',
      'Sjuksköterska',
      'Opettaja',
    ],
    ...['Myyntipäällikkö', 'Satış Müdürü', 'Öğretmen', 'Könyvelő', 'Účetní', 'Prodavač', 'Računovođa', 'Vadybininkas'],
    ...['Satın Alma Müdürü', 'Rørlegger', 'Wiceprezes', 'Ředitel'],
    ...['Менеджер по продажам', 'Бухгалтер', '営業部長', '销售经理', 'مدير المبيعات', 'Διευθυντής Πωλήσεων', 'Kế toán'],
  ])('is Other if its words are of an unknown language: %s', (title) => {
    expect(classify(title)).toMatchObject({ function: 'Other', confidence: 0 });
  });

  it.each([
    ...[
      'Worker',
      'Employee',
      'Helper',
      'Operator',
      'Technician',
      'Maintainer',
      'Boss',
      'Board',
      'Level 5',
      'Stakeholder',
    ],
    ...['Specialist', 'Team', 'Advisor', 'Guru', 'Person', 'Test', 'Manager', 'Professional'],
  ])('is Other if its words belong to all kinds of work: %s', (title) => {
    expect(functionOf(title)).toBe('Other');
  });
});

describe('a title without work', () => {
  it.each([
    ...['Title', 'No job title', 'To be announced', 'Keine Angabe', 'Poste inconnu', 'Sin puesto', 'Sem função'],
    ...['Geen functie', 'Da definire', 'Gardening leave', 'On sick leave', 'In Elternzeit', 'En congé maternité'],
    ...[
      'Job title missing',
      'Role not yet defined',
      'Cargo não informado',
      'Fonction non précisée',
      'Ruolo da definire',
    ],
    ...['De baja médica', 'De licença', 'Met verlof', 'In aspettativa', 'Looking for new opportunities'],
    ...['Auf der Suche nach einer neuen Stelle', "À l'écoute d'opportunités", 'Buscando nuevas oportunidades'],
    ...['Em busca de novos desafios', 'Op zoek naar werk', 'Alla ricerca di lavoro'],
  ])('has the level and the function Other: %s', (title) => {
    expect(classify(title)).toMatchObject({ level: 'Other', function: 'Other', confidence: 0 });
  });

  it.each(['Coffee Drinker', 'Part-time dreamer', 'Overthinker', 'Noisemaker', 'Tastenfinger für alles', 'Optimist'])(
    'has no function for a pastime or a trait: %s',
    (title) => expect(functionOf(title)).toBe('Other'),
  );

  it('keeps the function that a role or field names, in addition to an absence or praise', () => {
    expect(classify('Accountant, on parental leave')).toMatchObject({
      level: 'Other',
      function: 'Finance & Accounting',
    });
    expect(functionOf('Marketing Wizard')).toBe('Advertising & Marketing');
    expect(classify('HR Manager (maternity leave cover)').level).toBe('Manager');
  });

  it.each(['Brindlemaker', 'Vorpal Setter', 'Blivvet Winder', 'Joy Bringers'])(
    'has no confident function by the endings of unknown words: %s',
    (title) => expect(classify(title).confidence).toBeLessThanOrEqual(70),
  );
});

describe('people who own or are elected', () => {
  it.each(['Chair', 'Shareholder', 'Majority Shareholder', 'Owner', 'Chairwoman'])('%s governs a business', (title) => {
    expect(functionOf(title)).toBe('General Business & Management');
  });

  it.each([
    ...['State Representative', 'US Senator', 'Congresswoman', 'City Council Member', 'Member of Parliament', 'MEP'],
    ...['Elected Representative', 'House Representative', 'Lawmaker', 'Landtagsabgeordnete', 'Sénatrice', 'Diputado'],
    ...['Vereadora', 'Gemeenteraadslid', 'Consigliera comunale', 'Stadträtin', 'Minister of Finance', 'Alderman'],
  ])('%s serves the public', (title) => {
    expect(functionOf(title)).toBe('Public Administration & Safety');
  });

  it('Sales Representative stays in sales, and an open source maintainer writes software', () => {
    expect(functionOf('Sales Representative')).toBe('Sales & Business Development');
    expect(functionOf('Open Source Maintainer')).toBe('Engineering');
  });
});
