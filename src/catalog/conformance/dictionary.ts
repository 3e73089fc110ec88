// The dictionary of the catalogs of the conformance tests, which contain too few people to make one.

/** Texts with the members of people. */
const TEXTS = [
  '{"network_url":"https://www.network.example/in/',
  '","full_name":"',
  '","first_name":"',
  '","last_name":"',
  '"headline":null,"about_me":null,"location":null,"connections_count":null,"experiences":[{"job_title":"',
  '","company_name":"',
  '"company_network_url":"https://www.network.example/company/',
  '"job_description":null,"job_start_date":null,"job_end_date":null,"job_is_current":true,"job_location":null}],',
  '"education":[],"skills":[],"certifications":[],"updated_at":null}',
  '{"experiences":[[null,null,true,null]]}',
];

/** The row of the table `dictionary`. It stays the newest one, regardless of the number of people. */
export const DICTIONARY = { id: 1, bytes: Buffer.from(TEXTS.join('\0')), people: 1_000_000_000 };
