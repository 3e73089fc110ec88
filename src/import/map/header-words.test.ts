import { describe, expect, it } from 'vitest';
import { headerKey } from './header-key.ts';
import table from './header-words.json' with { type: 'json' };
import { fieldByWords } from './header-words.ts';
import { IMPORT_FIELDS, type ImportKind } from './import-fields.ts';
import { makeMapping } from './mapping.ts';

const fieldOf = (kind: ImportKind, header: string) => fieldByWords(kind, headerKey(header));

function mappedFields(kind: ImportKind, cells: readonly string[]) {
  const headRows = [{ line: 1, text: '', cells, fault: null }];
  const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
  return makeMapping({ path: 'f.csv', format, kind, headRows, mapOptions: [] }).columns.map(({ field }) => field);
}

describe('headers that no field lists', () => {
  it.each([
    ['first_name', 'Prénom(s)|Primer nombre|Rufname|Contact First Name'],
    ['last_name', 'Primer apellido|Apellido Paterno|Último nome|Contact Last Name'],
    ['second_last_name', 'Segundo apellido|Apellido Materno|Maternal surname|Second Last Name'],
    ['full_name', 'Nombre y apellidos|Nome e cognome|Vor- und Zuname|Persona de contacto'],
    ['job_title', 'Poste occupé|Puesto de trabajo|Stellenbezeichnung|Ruolo aziendale|Functietitel'],
    [
      'company_name',
      'Name der Firma|Nom de la société|Nombre empresa|Nome azienda|Naam bedrijf|Company / Organization|Nome Fantasia',
    ],
    ['email', 'Adresse électronique|Dirección de correo electrónico|Email aziendale|Zakelijk e-mailadres'],
    ['phone', 'Telefonnr.|N° de téléphone|Teléfono fijo|N. telefono|Festnetz'],
    ['mobile_phone', 'Handynr.|Tél. portable|Teléfono móvil|Telefone celular|Mobiele telefoon'],
    ['work_phone', 'Telefon Arbeit|Téléphone bureau|Teléfono del trabajo|Telefono ufficio|Company Phone'],
    ['location.city', 'Localité|Municipio|Comune|Woonplaats|City/Town'],
    ['location.country_code', 'Ländercode|Code pays|Código de país|ISO Country'],
    ['company_website', 'Firmenwebsite|Página web de la empresa|Sito aziendale|Site da empresa'],
  ])('name %s of people by their words: %s', (field, headers) => {
    for (const header of headers.split('|')) expect(fieldOf('people', header), header).toBe(field);
  });

  it.each([
    [
      'name',
      'Nom|Denominación social|Razão social|Rag. soc.|Company/Organisation Name|Kunde|Nome Fantasia|Nombre comercial',
    ],
    ['employee_count', 'N. dipendenti|Nº de empleados|Nb salariés|Anzahl der Mitarbeiter|Employees (2023)'],
    ['size', 'Tamaño de empresa|Tranche d’effectif|Firmengröße|Company Size (employees)'],
    ['founded_year', 'Anno fondazione|Año fundación|Year of Establishment'],
    ['industry', 'Settore di attività|Wirtschaftszweig|Domaine d’activité|Ramo de atividade'],
    ['hq.state', 'Prov.|Comunidad Autónoma|Kanton'],
    ['hq', 'Sede legale|Hauptsitz|Hoofdkantoor'],
    ['isin', 'Código ISIN|N° ISIN'],
    ['registry_number', 'N° SIREN|Nº CNPJ|KVK nr.'],
  ])('name %s of companies by their words: %s', (field, headers) => {
    for (const header of headers.split('|')) expect(fieldOf('companies', header), header).toBe(field);
  });

  it.each([
    [['Stellenbezeichnung', 'Unternehmen', 'Link zur Stelle', 'Offene Stellen']],
    [['Intitulé du poste', 'Entreprise', 'URL de l’offre', 'Nombre de postes']],
    [['Puesto', 'Empresa', 'Enlace', 'Vacantes']],
  ])('name the fields of openings in German, French and Spanish: %j', (headers) => {
    expect(mappedFields('jobs', headers)).toEqual(['title', 'company_name', 'url', 'open_positions']);
  });

  it('name nothing with an unknown word, and nothing of another record', () => {
    for (const header of [
      'Phone Type',
      'Email Status',
      'Name of the dog',
      'Company Country',
      'Mobile website',
      'Number',
    ])
      expect(fieldOf('people', header), header).toBeNull();
    for (const header of ['Last activity', 'Creation Date', 'Company No.', 'Phone', 'Contact Name'])
      expect(fieldOf('companies', header), header).toBeNull();
  });

  it('have less priority than listed ones, and never name other parties', () => {
    expect(mappedFields('companies', ['Nome azienda', 'Company Name', 'N. dipendenti'])).toEqual([
      null,
      'name',
      'employee_count',
    ]);
    expect(mappedFields('people', ['Nome e cognome', 'Nome azienda', 'Email responsabile'])).toEqual([
      'full_name',
      'company_name',
      null,
    ]);
  });
});

describe('the table of words', () => {
  it('names fields of the kind, by meanings that have words, each combination once', () => {
    for (const [kind, fields] of Object.entries(table.fields)) {
      const combinations = Object.values(fields).flat();
      const paths = IMPORT_FIELDS[kind as ImportKind].map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(Object.keys(fields)));
      expect(new Set(combinations.map((each) => each.split(' ').sort().join(' '))).size).toBe(combinations.length);
      for (const meaning of combinations.flatMap((each) => each.split(' ')))
        expect(table.words).toHaveProperty([meaning]);
    }
  });
});
