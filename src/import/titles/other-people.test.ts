import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';

const levelOf = (title: string) => classify(title).level;

describe('the rank of another person', () => {
  it.each([
    ...["Chairman's Pilot", 'Founder’s Housekeeper', "Vice President's Valet", "Chief Executive's Speechwriter"],
    ...['Speechwriter for the Governor', 'Interpreter for our CEO', 'Cook of the Chairman', 'Bodyguard, CEO'],
    ...['Fahrer des Vorstands', 'Fahrerin der Geschäftsführung', 'Koch vom Präsidenten', 'Berater der Direktorin'],
    ...['Chauffeur de la présidente', 'Traducteur du PDG', 'Cuisinier du directeur', 'Garde du corps du maire'],
    ...['Conductor del director general', 'Escolta de la presidenta', 'Cocinero del gerente'],
    ...['Motorista da diretora', 'Tradutor do prefeito', 'Autista della presidente', 'Cuoco del direttore'],
    ...['Chauffeur van de burgemeester', 'Tolk voor de directeur', 'Close Protection Officer, President'],
  ])('is not that of %s', (title) => expect(levelOf(title)).toBe('Staff'));

  it('leaves the rank and the function of the holder', () => {
    expect(levelOf("Fleet Manager, President's Household")).toBe('Manager');
    expect(levelOf('Directeur de cabinet du président')).toBe('Director');
    expect(classify('Motorista do presidente').function).toBe('Supply Chain & Logistics');
    expect(classify('R&D Manager')).toMatchObject({ level: 'Manager', function: 'Research & Development' });
  });

  it.each([
    ...['Mitglied des Vorstands', 'Sprecher der Geschäftsführung', 'Membre du comité de direction', 'Der Inhaber'],
    ...['Miembro del consejo de administración', 'Membro do conselho fiscal', 'Lid van de raad van bestuur'],
    ...['Member of the Board of Directors', 'Vorsitzender der Geschäftsführung', 'Presidente del consejo'],
  ])('is that of its members, speakers and heads: %s', (title) => expect(levelOf(title)).toBe('C-Team'));
});

describe('the level', () => {
  it.each([
    ...['Leiter Abteilung Lohn', 'Leiterin der Filiale', 'Leitung Werkstatt', 'Leiter des Standorts Nord'],
    ...['Leiter (m/w/d) Schicht', 'Inkoopleidster', 'Verkoopleider binnendienst', 'Workshopleider'],
  ])('of %s is Manager: it leads a unit', (title) => expect(levelOf(title)).toBe('Manager'));

  it.each(['Leiter Einkauf', 'Leiterin Bereich Finanzen', 'Ziekenhuisdirecteur', 'Theaterdirectrice', 'Directeur'])(
    'of %s is Director: it leads an area',
    (title) => expect(levelOf(title)).toBe('Director'),
  );

  it.each(['Lead Guitarist', 'Lead Vocalist', 'Lead Abatement Worker', 'Opleider', 'Personenschützer'])(
    'of %s is Staff: lead is no rank in it',
    (title) => expect(levelOf(title)).toBe('Staff'),
  );

  it.each([
    ...['Doktorandin', 'Doctorante', 'Doctoranda', 'Doutorando', 'Promovenda', 'Schülerin', 'Lycéenne', 'Aluno'],
    ...['Recent Graduate', 'Recién graduada', 'Neolaureato', 'Pas afgestudeerd', 'Jeune diplômé'],
  ])('of %s is Other: they learn', (title) => expect(levelOf(title)).toBe('Other'));

  it.each(['Alleingeschäftsführer', 'Mitgeschäftsführerin', 'Verkställande direktör', 'Administrerende direktør'])(
    'of %s is C-Team: it leads the organization',
    (title) => expect(levelOf(title)).toBe('C-Team'),
  );
});
