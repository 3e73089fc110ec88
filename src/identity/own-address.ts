// Decides whether an e-mail address belongs to one person.

/** Local parts of role mailboxes, which are read by several people. */
const ROLES = new Set(
  `abuse account accounting accounts admin administration billing booking bookings career careers commercial compta contact customerservice
  director enquiries enquiry events export feedback finance frontdesk general hello help helpdesk hi hr info information inquiries
  inquiry invoice invoices it job jobs kontakt legal mail mailbox management marketing media news newsletter no-reply noreply office
  online order orders postmaster post press privacy procurement purchasing reception recruiting recruitment registration reservations
  sales secretariat secretary security service services shop staff support team tech webmaster welcome
  anfrage anfragen assistenz bestellung bewerbung buchhaltung einkauf empfang geschaeftsleitung info-de personal praxis rechnung redaktion
  sekretariat verkauf vertrieb verwaltung zentrale accueil achats administratif commande comptabilite direction recrutement rh secretariat
  ventes administracion atencion clientes compras comunicacion contabilidad contacto facturacion gerencia pedidos rrhh ventas
  administracao comercial contabilidade contato contatos financeiro vendas acquisti amministrazione commerciale contabilita direzione
  ordini segreteria ufficio vendite administratie boekhouding inkoop verkoop biuro ksiegowosc sekretariat-biuro`.split(
    /\s+/,
  ),
);
/** True if an address belongs to one person, not to a role such as `info`. */
export function isOwnAddress(email: string): boolean {
  return !ROLES.has(email.slice(0, email.indexOf('@')));
}
