import { describe, expect, it } from 'vitest';
import { makeMapping } from './mapping.ts';

type Kind = 'companies' | 'people' | 'jobs';
const JOBS = ['title', 'company_name', 'location', 'url', 'is_open'];

function mapped(kind: Kind, header: string, ...rows: string[]) {
  const cellsOf = (text: string) => text.split('|');
  const headRows = [header, ...rows].map((text, at) => ({ line: at + 1, text, cells: cellsOf(text), fault: null }));
  const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
  return makeMapping({ path: 'f.csv', format, kind, headRows, mapOptions: [] }).columns.map(({ field }) => field);
}

describe('headers in further languages', () => {
  const FIELDS = ['first_name', 'last_name', 'job_title', 'company_name', 'phone', 'mobile_phone', 'email'];

  it.each([
    ['Polish', 'Imię|Nazwisko|Stanowisko|Nazwa firmy|Telefon|Telefon komórkowy|Adres e-mail'],
    ['Czech', 'Jméno|Příjmení|Pracovní pozice|Společnost|Telefonní číslo|Mobilní telefon|E-mail'],
    ['Swedish', 'Förnamn|Efternamn|Befattning|Företag|Telefon|Mobilnummer|E-postadress'],
    ['Danish', 'Fornavn|Efternavn|Stilling|Virksomhed|Telefon|Mobil|E-mail'],
    ['Norwegian', 'Fornavn|Etternavn|Stilling|Bedrift|Telefon|Mobil|E-post'],
    ['Finnish', 'Etunimi|Sukunimi|Tehtävänimike|Yritys|Puhelin|Matkapuhelin|Sähköposti'],
    ['Hungarian', 'Keresztnév|Vezetéknév|Beosztás|Cégnév|Telefonszám|Mobilszám|E-mail cím'],
    ['Romanian', 'Prenume|Nume|Funcție|Companie|Număr de telefon|Mobil|E-mail'],
    ['Turkish', 'İsim|Soyisim|Ünvan|Şirket|Telefon numarası|Cep telefonu|E-posta'],
    ['Russian', 'Имя|Фамилия|Должность|Компания|Телефон|Мобильный|Эл. почта'],
    ['Japanese', '名|姓|役職|会社名|電話番号|携帯電話|メールアドレス'],
    ['Korean', '이름|성|직책|회사명|전화번호|휴대폰|이메일'],
  ])('name the fields of people in %s', (language, header) => {
    const expected = language === 'Korean' ? ['full_name', ...FIELDS.slice(1)] : FIELDS;
    expect(mapped('people', header)).toEqual(expected);
  });

  it('name the fields of people in Chinese, whose names are one column', () => {
    const fields = ['full_name', 'company_name', 'job_title', 'mobile_phone', 'email', 'location.city'];
    expect(mapped('people', '姓名|公司名称|职位|手机号码|邮箱|城市')).toEqual(fields);
  });

  it.each([
    ['Polish', 'Nazwa firmy|Strona www|Branża|Liczba pracowników|Rok założenia|Miejscowość|Województwo'],
    ['Swedish', 'Företagsnamn|Hemsida|Bransch|Antal anställda|Grundat|Postort|Län'],
    ['Russian', 'Название компании|Сайт|Отрасль|Количество сотрудников|Год основания|Город|Область'],
    ['Japanese', '会社名|ホームページ|業種|従業員数|設立年|市区町村|都道府県'],
    ['Chinese', '公司名称|网址|行业|员工人数|成立时间|城市|省份'],
  ])('name the fields of companies in %s', (_, header) => {
    const fields = ['name', 'website', 'industry', 'employee_count', 'founded_year', 'hq.city', 'hq.state'];
    expect(mapped('companies', header)).toEqual(fields);
  });

  it.each([
    ['Dutch', 'Voornaam|Tussenvoegsel|Achternaam|Bedrijf|In dienst sinds|Uit dienst', true],
    ['French', "Prénom|Nom|Société|Date d'entrée|Date de sortie", false],
    ['Portuguese', 'Nome|Sobrenome|Empresa|Admissão|Desligamento', false],
    ['Polish', 'Imię|Nazwisko|Firma|Zatrudniony od|Zatrudniony do', false],
    ['Turkish', 'Adı|Soyadı|Şirket|İşe Giriş|İşten Çıkış', false],
  ])('name the dates of a position in %s', (_, header, hasPrefix) => {
    const names = hasPrefix ? ['first_name', 'last_name_prefix', 'last_name'] : ['first_name', 'last_name'];
    expect(mapped('people', header)).toEqual([...names, 'company_name', 'job_start_date', 'job_end_date']);
  });

  it('name place, page and status of openings, and the page itself before its form', () => {
    expect(mapped('jobs', 'Stelle|Arbeitgeber|Einsatzort|Link|Aktiv')).toEqual(JOBS);
    expect(mapped('jobs', 'Job Title|Company|Primary Location|External URL|Job Status')).toEqual(JOBS);
    expect(mapped('jobs', 'title|company|applyUrl|hostedUrl')).toEqual(['title', 'company_name', null, 'url']);
  });

  it('name a company by the first of several lines of its name', () => {
    const rows = ['Bergwerk Aue|GmbH & Co. KG|Aue', 'Seehafen|AG|Rostock', 'Kranbau|GmbH|Köln'];
    expect(mapped('companies', 'Name 1|Name 2|Ort', ...rows)).toEqual(['name', null, 'hq.city']);
  });

  it('name the status of an employee, but not that of a contact', () => {
    expect(mapped('people', 'Name|Company|Worker Status|Status')).toEqual([
      ...['full_name', 'company_name', 'job_is_current', null],
    ]);
  });

  it('leave a Brazilian postcode and a maiden name alone', () => {
    expect(mapped('people', 'Nome|CEP')).toEqual(['first_name', null]);
    expect(mapped('people', 'Imię|Nazwisko|Nazwisko rodowe')).toEqual(['first_name', 'last_name', null]);
  });
});

describe('columns of unknown headers', () => {
  const titles = ['Kierownik Działu Zakupów', 'Główny Księgowy', 'Prezes Zarządu', 'Zastępca Dyrektora'];

  it('are no names of people if they have titles of a language without word tables', () => {
    const rows = titles.map((title, at) => `${title}|p${at}@acme.example`);
    expect(() => mapped('people', 'Xyzzy|E-Mail', ...rows)).toThrow(/no column was recognized as full_name/);
  });

  it('are names of people if some of the names are known', () => {
    const rows = ['Paweł Brzęczyk', 'Anna Kowalska', 'Zbigniew Wrzos'].map((name, at) => `${name}|p${at}@acme.example`);
    expect(mapped('people', 'Xyzzy|E-Mail', ...rows)[0]).toBe('full_name');
  });
});
