// Levels of titles in languages that have phrases for levels only. The titles were written before they were first
// classified.
import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

/** Titles by level, separated by semicolons. */
const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Swedish: {
    Manager: 'Regional försäljningschef; Driftchef; HR-chef; Kundtjänstchef',
    Staff:
      'Innesäljare; Senior systemutvecklare; Gymnasielärare i matematik; Specialistsjuksköterska; Löneadministratör; Lagermedarbetare; VD-assistent; Strategisk inköpare; Bolagsjurist; Målare',
    'C-Team': 'VD och grundare',
    Other: 'Pensionär',
    Director: 'Ekonomidirektör',
  },
  Danish: {
    Staff:
      'Salgsassistent; Webudvikler; Overlæge; Folkeskolelærer; Strategisk indkøber; Direktionssekretær; Kundeservicemedarbejder; Lastbilchauffør',
    Manager: 'Regnskabschef; Logistikchef; Kontorchef; Køkkenchef',
    'C-Team': 'Adm. direktør; Ejer',
    Other: 'Pensionist',
    Director: 'Salgsdirektør',
  },
  Norwegian: {
    Manager: 'Regional salgssjef; Produksjonssjef; Prosjektleder; Butikksjef; Personalsjef; Markedssjef',
    Staff:
      'Regnskapsfører; Sivilingeniør; Sykepleier; Lektor; Rørlegger; Saksbehandler; Lastebilsjåfør; Advokatfullmektig',
    'C-Team': 'Styreleder; Eier og daglig leder',
  },
  Finnish: {
    Manager: 'Aluemyyntipäällikkö; Varastopäällikkö; Henkilöstöpäällikkö; Hankintapäällikkö',
    Staff:
      'Palkanlaskija; Ohjelmistosuunnittelija; Hammaslääkäri; Luokanopettaja; Rekkakuski; Toimistosihteeri; Asiakaspalvelija; Asianajaja',
    'C-Team': 'Toimitusjohtaja, perustaja; Yrittäjä',
    Director: 'Markkinointijohtaja',
    Other: 'Eläkeläinen',
  },
  Polish: {
    Director: 'Regionalny Dyrektor Sprzedaży; Dyrektor Marketingu',
    Manager: 'Kierownik Działu Księgowości; Kierownik produkcji; Kierownik ds. logistyki',
    Staff:
      'Specjalista ds. rekrutacji; Inżynier procesu; Lekarz rodzinny; Nauczyciel matematyki; Kierowca ciężarówki; Asystentka dyrektora; Specjalista ds. obsługi klienta; Tłumacz przysięgły',
    VP: 'Wiceprezes Zarządu',
    Other: 'Emeryt; Stażysta w dziale marketingu',
    'C-Team': 'Współwłaściciel',
  },
  Czech: {
    Manager: 'Vedoucí obchodního oddělení; Vedoucí nákupu; Mistr výroby',
    Staff:
      'Hlavní účetní; Softwarový inženýr; Učitelka v mateřské škole; Praktický lékař; Řidič kamionu; Asistentka ředitele; Advokátní koncipient; Kuchař; Správce sítě; Obchodní zástupce pro Moravu',
    'C-Team': 'Předseda představenstva; Jednatel společnosti',
    Director: 'Ředitel lidských zdrojů',
    Other: 'Důchodce',
  },
  Hungarian: {
    Director: 'Értékesítési igazgató',
    Manager: 'Pénzügyi vezető; Logisztikai vezető; Termelési vezető',
    Staff:
      'Villamosmérnök; Háziorvos; Általános iskolai tanár; Gépkocsivezető; Titkárnő; Jogtanácsos; Beszerző; Rendszergazda; Ügyfélszolgálati munkatárs',
    'C-Team': 'Vezérigazgató; Egyéni vállalkozó',
    Other: 'Nyugdíjas',
  },
  Romanian: {
    Director: 'Director financiar',
    Manager: 'Șef producție; Manager vânzări; Șef achiziții',
    Staff:
      'Reprezentant vânzări; Inginer mecanic; Asistentă medicală; Profesor de matematică; Șofer profesionist; Inspector resurse umane; Consilier juridic; Polițist; Specialist aprovizionare',
    'C-Team': 'Asociat unic; Director general adjunct',
    Other: 'Pensionar',
  },
  Turkish: {
    Manager: 'Bölge Satış Müdürü; Fabrika Müdürü; Satınalma Müdürü; Mağaza Müdürü',
    Director: 'Pazarlama Direktörü',
    Staff:
      'Ön Muhasebe Elemanı; Kıdemli Yazılım Geliştirici; Diş Hekimi; Sınıf Öğretmeni; Kamyon Şoförü; İnsan Kaynakları Uzmanı; Yönetici Asistanı; Sistem Yöneticisi',
    'C-Team': 'Kurucu; Yönetim Kurulu Üyesi',
    Other: 'Emekli',
  },
};

describe.each(Object.entries(TITLES))('the level of a title in %s', (_, levels) => {
  const titles = Object.entries(levels).flatMap(([level, list]) => list.split('; ').map((title) => ({ level, title })));

  it.each(titles)('of $title is $level', ({ level, title }) => {
    expect(classify(title).level).toBe(level);
  });
});
