// Placeholders in place of a title: `Job title missing`, `Cargo no especificado`. Each of their words means a title or
// its absence, or is a grammatical word. level-rules.json contains other placeholders.

const WORDS = new Set(
  `job title titles position role occupation designation name unknown missing undefined unspecified tbc tba tbd pending na n a
not no none yet known given provided specified stated disclosed available entered found set be to confirmed announced
determined decided defined is the of
titel jobtitel berufsbezeichnung stellenbezeichnung beruf funktion keine kein angabe angaben unbekannt nicht bekannt
angegeben noch offen ohne fehlt leer
titre intitule poste fonction profession du de non sans renseigne renseignee precise precisee communique communiquee
specifie specifiee defini definie inconnu inconnue aucun aucune definir preciser
titulo puesto cargo ocupacion del sin especificar especificado especificada informado informada indicado indicada
definido definida desconocido desconocida ninguno ninguna actual por confirmar
funcao do sem nao desconhecido desconhecida informacao nenhum nenhuma
functie functietitel functienaam geen niet bekend opgegeven ingevuld onbekend nog bepalen nader zonder
titolo qualifica ruolo mansione posizione da definire specificato specificata sconosciuto sconosciuta disponibile
confermare senza noto nessuno nessuna`.split(/\s+/),
);

/** Whether the folded words of a title are a placeholder. */
export const isPlaceholder = (words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => WORDS.has(word));
