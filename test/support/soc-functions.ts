// The right functions for each occupation of the Standard Occupational Classification: the key for measuring the
// title rules on titles that others classified by occupation. Derived from the definitions of the occupations, not
// from results.

const MARKETING = 'Advertising & Marketing';
const CREATIVE = 'Art, Culture and Creative Professionals';
const CONSTRUCTION = 'Construction';
const SERVICE = 'Customer/Client Service';
const EDUCATION = 'Education';
const ENGINEERING = 'Engineering';
const FINANCE = 'Finance & Accounting';
const BUSINESS = 'General Business & Management';
const HEALTH = 'Healthcare & Human Services';
const HR = 'Human Resources';
const IT = 'Information Technology';
const LEGAL = 'Legal';
const PRODUCTION = 'Manufacturing & Production';
const OPERATIONS = 'Operations';
const PUBLIC = 'Public Administration & Safety';
const PURCHASING = 'Purchasing';
const RESEARCH = 'Research & Development';
const SALES = 'Sales & Business Development';
const SCIENCE = 'Science';
const LOGISTICS = 'Supply Chain & Logistics';
const WRITING = 'Writing/Editing';

/**
 * Code prefixes with their functions; the longest matching prefix decides. Several functions: the occupation is
 * common in each of them, or our list divides it. None: a residual occupation that does not determine the function.
 */
const FUNCTIONS_BY_PREFIX: Readonly<Record<string, readonly string[]>> = {
  // 11 Management: by the managed area. Chief executives and general managers run the business or its operations.
  '11-10': [BUSINESS, OPERATIONS],
  // Of companies and of public sector organizations, by definition.
  '11-1011': [BUSINESS, OPERATIONS, PUBLIC],
  '11-1011.03': [BUSINESS, OPERATIONS],
  '11-1031': [PUBLIC],
  '11-2': [MARKETING],
  '11-2022': [SALES],
  // Fundraising acquires money like sales, by campaigns like marketing.
  '11-2033': [MARKETING, SALES],
  '11-3012': [BUSINESS, OPERATIONS],
  '11-3013': [OPERATIONS],
  '11-3013.01': [PUBLIC],
  // Managers of the occupations of 15-1, including software development.
  '11-3021': [IT, ENGINEERING],
  '11-3031': [FINANCE],
  // Plants are run by operations or by production; power plants too.
  '11-3051': [PRODUCTION, OPERATIONS],
  '11-3051.01': [PRODUCTION],
  '11-3061': [PURCHASING],
  '11-3071': [LOGISTICS],
  '11-3111': [HR],
  '11-3121': [HR],
  '11-3131': [HR, EDUCATION],
  // Farming has no function in the list: it produces.
  '11-9013': [PRODUCTION, OPERATIONS],
  '11-9021': [CONSTRUCTION],
  '11-903': [EDUCATION],
  '11-9041': [ENGINEERING],
  '11-9041.01': [ENGINEERING, RESEARCH],
  // Restaurants, casinos, hotels: service to guests, run by operations.
  '11-905': [SERVICE, OPERATIONS],
  '11-907': [SERVICE, OPERATIONS],
  '11-9072': [SERVICE, OPERATIONS, CREATIVE],
  '11-9081': [SERVICE, OPERATIONS],
  '11-9111': [HEALTH],
  '11-9121': [SCIENCE, RESEARCH],
  '11-9121.01': [SCIENCE, RESEARCH, HEALTH],
  '11-9131': [LOGISTICS, PUBLIC],
  // Property is managed (operations) and let (sales).
  '11-9141': [OPERATIONS, SALES],
  '11-9151': [HEALTH],
  '11-9161': [PUBLIC],
  '11-917': [SERVICE],
  '11-9179.01': [SERVICE, HEALTH],
  '11-9199': [],
  '11-9199.01': [LEGAL],
  '11-9199.02': [LEGAL],
  '11-9199.08': [PUBLIC],
  '11-9199.09': [OPERATIONS, BUSINESS],
  '11-9199.10': [SALES, BUSINESS, ENGINEERING],
  '11-9199.11': [SCIENCE, BUSINESS],

  // 13 Business and financial operations.
  '13-1011': [SALES, CREATIVE],
  '13-102': [PURCHASING],
  '13-103': [FINANCE],
  // Compliance is checked in companies and by authorities.
  '13-1041': [LEGAL, PUBLIC],
  '13-1041.01': [LEGAL, PUBLIC, SCIENCE],
  '13-1041.03': [LEGAL, HR],
  '13-1041.06': [PUBLIC, HEALTH],
  '13-1041.07': [LEGAL],
  '13-1041.08': [LOGISTICS, LEGAL],
  '13-1051': [CONSTRUCTION, FINANCE],
  '13-107': [HR],
  // Labor relations: disputes, agreements, arbitration.
  '13-1075': [HR, LEGAL],
  '13-108': [LOGISTICS],
  '13-1082': [BUSINESS],
  '13-1111': [BUSINESS, OPERATIONS],
  '13-1121': [MARKETING],
  '13-1131': [MARKETING, SALES],
  '13-1141': [HR],
  '13-1151': [HR, EDUCATION],
  '13-1161': [MARKETING],
  '13-1199': [BUSINESS, OPERATIONS],
  '13-1199.04': [OPERATIONS, BUSINESS, IT],
  '13-1199.05': [BUSINESS, OPERATIONS, SCIENCE],
  '13-1199.06': [SALES],
  '13-1199.07': [PUBLIC],
  '13-2': [FINANCE],
  '13-2099.04': [FINANCE, LEGAL],

  // 15 Computer and mathematical. Software developers are engineers in our list; the source list calls it computing.
  '15-1': [IT],
  '15-1211.01': [IT, HEALTH],
  '15-1221': [IT, RESEARCH, SCIENCE],
  // The help desk is a service.
  '15-1232': [IT, SERVICE],
  '15-125': [ENGINEERING, IT],
  '15-1255': [CREATIVE, ENGINEERING, IT],
  '15-1255.01': [CREATIVE, ENGINEERING],
  '15-1299.02': [IT, SCIENCE, ENGINEERING],
  '15-1299.03': [IT, BUSINESS],
  '15-1299.05': [IT, ENGINEERING],
  '15-1299.07': [IT, ENGINEERING],
  '15-1299.08': [IT, ENGINEERING],
  '15-1299.09': [IT, BUSINESS],
  '15-2': [SCIENCE],
  '15-2011': [FINANCE],
  '15-2031': [OPERATIONS, SCIENCE, IT],
  '15-2051': [IT],
  '15-2051.01': [IT, BUSINESS],
  '15-2051.02': [IT, HEALTH, RESEARCH],

  // 17 Architecture and engineering. Surveyors work for construction or with engineers.
  '17-': [ENGINEERING],
  '17-1021': [ENGINEERING, SCIENCE, CONSTRUCTION],
  '17-1022': [ENGINEERING, CONSTRUCTION],
  '17-2111': [ENGINEERING, PUBLIC],
  '17-2112': [ENGINEERING, PRODUCTION],
  '17-2112.01': [ENGINEERING],
  // Technicians assemble, test, adjust and maintain machines of plants: our list divides them.
  '17-3023': [ENGINEERING, PRODUCTION],
  '17-3024': [ENGINEERING, PRODUCTION],
  '17-3026': [ENGINEERING, PRODUCTION],
  '17-3027': [ENGINEERING, PRODUCTION],
  '17-3028': [ENGINEERING, PRODUCTION],
  '17-3029': [ENGINEERING, PRODUCTION],
  '17-3031': [ENGINEERING, CONSTRUCTION],

  // 19 Sciences. Scientists do research: our list has both, and most of their titles could be in either.
  '19-': [SCIENCE, RESEARCH],
  '19-1031': [SCIENCE, PUBLIC],
  '19-1041': [SCIENCE, HEALTH],
  '19-1042': [SCIENCE, RESEARCH, HEALTH],
  '19-2041.01': [SCIENCE, PUBLIC],
  '19-301': [SCIENCE, FINANCE],
  '19-3022': [SCIENCE, RESEARCH, MARKETING],
  '19-303': [HEALTH, SCIENCE],
  '19-3034': [HEALTH, EDUCATION],
  '19-3051': [PUBLIC, SCIENCE, ENGINEERING],
  '19-3094': [SCIENCE, PUBLIC],
  '19-3099.01': [LOGISTICS, PUBLIC, ENGINEERING],
  '19-4012': [SCIENCE, PRODUCTION],
  // Tests of food, chemicals and oil, mostly for the quality of products.
  '19-4013': [SCIENCE, RESEARCH, PRODUCTION],
  '19-4031': [SCIENCE, RESEARCH, PRODUCTION],
  '19-4043': [SCIENCE, RESEARCH, PRODUCTION],
  '19-405': [SCIENCE, PRODUCTION],
  '19-4092': [SCIENCE, PUBLIC],
  '19-4099.01': [SCIENCE, PRODUCTION],
  '19-5': [PUBLIC, SCIENCE, HEALTH],

  // 21 Community and social service, including the clergy.
  '21-': [HEALTH],
  '21-1012': [EDUCATION, HEALTH],
  '21-1091': [EDUCATION, HEALTH],
  '21-1092': [PUBLIC, HEALTH],
  '21-2021': [HEALTH, EDUCATION],

  '23-': [LEGAL],

  // 25 Education and libraries.
  '25-': [EDUCATION],
  '25-4': [EDUCATION, CREATIVE],

  // 27 Arts, design, entertainment, sports, media.
  '27-': [CREATIVE],
  '27-1021': [CREATIVE, ENGINEERING],
  '27-1026': [CREATIVE, MARKETING],
  // Coaches teach.
  '27-2022': [CREATIVE, EDUCATION],
  '27-3': [WRITING],
  // Engineers of studio technology have that title.
  '27-401': [CREATIVE, ENGINEERING],
  '27-3011': [CREATIVE, WRITING],
  '27-3031': [MARKETING],
  '27-3092': [WRITING, LEGAL],
  '27-3099': [WRITING, CREATIVE, MARKETING],

  // 29 and 31 Healthcare.
  '29-': [HEALTH],
  '29-2072': [HEALTH, IT],
  '29-9021': [HEALTH, IT],
  '31-': [HEALTH],
  '31-9094': [HEALTH, WRITING],

  // 33 Protective service.
  '33-': [PUBLIC],
  '33-3011': [PUBLIC, LEGAL],

  // 35 Kitchens and dining rooms serve guests.
  '35-': [SERVICE],

  // 37 Cleaning and grounds: facility services.
  '37-': [OPERATIONS],
  // On crops too, which are production of farms.
  '37-3012': [OPERATIONS, PRODUCTION],

  // 39 Personal care and service.
  '39-': [SERVICE],
  '39-1': [SERVICE, OPERATIONS],
  '39-302': [SERVICE, CREATIVE],
  '39-3092': [SERVICE, CREATIVE],
  '39-5091': [SERVICE, CREATIVE],
  '39-9011': [EDUCATION, HEALTH],
  '39-9031': [SERVICE, EDUCATION, HEALTH],
  '39-9032': [SERVICE, EDUCATION],
  '39-9041': [SERVICE, EDUCATION, HEALTH],
  '39-9099': [SERVICE, HEALTH],

  // 41 Sales; at the checkout and the counter it is service.
  '41-': [SALES],
  '41-2': [SALES, SERVICE],
  '41-3011': [SALES, MARKETING],
  '41-3021': [SALES, FINANCE],
  '41-3031': [SALES, FINANCE],
  '41-3041': [SALES, SERVICE],
  '41-9011': [SALES, MARKETING],
  '41-9012': [CREATIVE, MARKETING],

  // 43 Office and administrative support: by the supported office.
  '43-': [BUSINESS],
  // Their staff is that of 43-3 (finance), 43-4 (service), 43-5 (logistics) and 43-6.
  '43-1011': [BUSINESS, OPERATIONS, SERVICE, FINANCE, LOGISTICS],
  '43-2': [SERVICE],
  '43-2099': [SERVICE, IT],
  '43-3': [FINANCE],
  '43-3041': [FINANCE, SERVICE],
  '43-3051': [FINANCE, HR],
  '43-3061': [PURCHASING],
  '43-3071': [FINANCE, SERVICE],
  '43-4011': [FINANCE],
  '43-4021': [BUSINESS, SERVICE],
  '43-4031': [PUBLIC, LEGAL],
  '43-4041': [FINANCE],
  '43-4051': [SERVICE],
  '43-4061': [PUBLIC, HEALTH],
  '43-4081': [SERVICE],
  '43-4111': [BUSINESS, MARKETING, RESEARCH, SERVICE],
  '43-4121': [EDUCATION, CREATIVE],
  '43-4131': [FINANCE],
  '43-4141': [FINANCE, SERVICE],
  '43-4151': [SERVICE, SALES, LOGISTICS],
  '43-4161': [HR],
  '43-4171': [SERVICE, BUSINESS],
  '43-4181': [SERVICE, SALES, LOGISTICS],
  '43-4199': [BUSINESS, SERVICE],
  '43-50': [LOGISTICS],
  '43-5031': [PUBLIC],
  '43-5041': [OPERATIONS],
  '43-5061': [LOGISTICS, PRODUCTION],
  '43-5111': [LOGISTICS, PRODUCTION],
  '43-6012': [LEGAL, BUSINESS],
  '43-6013': [HEALTH, BUSINESS],
  '43-9021': [BUSINESS, IT],
  '43-9031': [WRITING, CREATIVE],
  '43-9041': [FINANCE],
  '43-9051': [LOGISTICS, BUSINESS],
  '43-9081': [WRITING],
  '43-9111': [BUSINESS, SCIENCE, IT],
  '43-9199': [BUSINESS, OPERATIONS],

  // 45 Farming, fishing, forestry: like the managers of farms.
  '45-': [PRODUCTION, OPERATIONS],
  '45-2011': [PRODUCTION, PUBLIC],

  // 47 Construction and extraction. Mines and wells produce, with construction machines.
  '47-': [CONSTRUCTION],
  // Of construction and of extraction.
  '47-1011': [CONSTRUCTION, PRODUCTION],
  '47-2011': [CONSTRUCTION, PRODUCTION],
  '47-2211': [CONSTRUCTION, PRODUCTION],
  '47-4011': [CONSTRUCTION, PUBLIC],
  '47-4011.01': [CONSTRUCTION, ENGINEERING, OPERATIONS],
  '47-4041': [CONSTRUCTION, PUBLIC, OPERATIONS],
  '47-4051': [CONSTRUCTION, PUBLIC, OPERATIONS],
  '47-4061': [CONSTRUCTION, LOGISTICS],
  '47-4071': [CONSTRUCTION, OPERATIONS],
  '47-5': [PRODUCTION, CONSTRUCTION],

  // 49 Installation, maintenance, repair: our list has no such function; service crews are in operations, mechanics
  // in production.
  '49-': [OPERATIONS, PRODUCTION],
  '49-2011': [OPERATIONS, PRODUCTION, IT],
  '49-202': [OPERATIONS, PRODUCTION, IT],
  // Installed in buildings, like alarms and lines.
  '49-2022': [OPERATIONS, PRODUCTION, IT, CONSTRUCTION],
  '49-2098': [OPERATIONS, PRODUCTION, CONSTRUCTION, PUBLIC],
  '49-9021': [OPERATIONS, PRODUCTION, CONSTRUCTION],
  '49-9051': [OPERATIONS, PRODUCTION, CONSTRUCTION],
  '49-9052': [OPERATIONS, PRODUCTION, IT],
  '49-9062': [OPERATIONS, PRODUCTION, HEALTH, ENGINEERING],
  '49-9095': [OPERATIONS, PRODUCTION, CONSTRUCTION],
  '49-9096': [OPERATIONS, PRODUCTION, CONSTRUCTION],

  // 51 Production.
  '51-': [PRODUCTION],
  // Of production workers and of plant operators (51-8).
  '51-1011': [PRODUCTION, OPERATIONS],
  '51-6011': [PRODUCTION, OPERATIONS],
  '51-8': [PRODUCTION, OPERATIONS],
  '51-9071': [PRODUCTION, CREATIVE],
  '51-908': [PRODUCTION, HEALTH],
  '51-5111': [PRODUCTION, CREATIVE],
  '51-9151': [PRODUCTION, CREATIVE],
  '51-9162': [PRODUCTION, ENGINEERING],
  '51-9194': [PRODUCTION, CREATIVE],
  '51-9195': [PRODUCTION, CREATIVE],

  // 53 Transport and material moving; cranes, conveyors and packers belong equally to their sites and plants.
  '53-': [LOGISTICS],
  // Of the staff of 53-7.
  '53-1042': [LOGISTICS, PRODUCTION],
  '53-1042.01': [LOGISTICS, OPERATIONS],
  '53-1043': [LOGISTICS, PRODUCTION],
  '53-2031': [SERVICE, LOGISTICS],
  '53-3011': [LOGISTICS, HEALTH],
  '53-3031': [LOGISTICS, SALES],
  '53-5031': [LOGISTICS, ENGINEERING],
  '53-6021': [SERVICE, LOGISTICS],
  // They fuel, lubricate and repair, like mechanics.
  '53-603': [SERVICE, LOGISTICS, OPERATIONS, PRODUCTION],
  '53-6041': [LOGISTICS, PUBLIC, ENGINEERING],
  '53-6051': [LOGISTICS, PUBLIC],
  // Inspectors of vehicles and equipment: quality and maintenance.
  '53-6051.01': [LOGISTICS, PUBLIC, PRODUCTION],
  '53-6051.07': [LOGISTICS, PUBLIC, PRODUCTION],
  '53-6061': [SERVICE, LOGISTICS],
  '53-7': [LOGISTICS, PRODUCTION],
  '53-702': [LOGISTICS, PRODUCTION, CONSTRUCTION],
  '53-703': [LOGISTICS, PRODUCTION, CONSTRUCTION],
  '53-704': [LOGISTICS, PRODUCTION, CONSTRUCTION],
  '53-706': [LOGISTICS, PRODUCTION],
  // Vehicles, machinery and other equipment, by definition.
  '53-7061': [LOGISTICS, OPERATIONS, PRODUCTION],
  '53-7062.04': [LOGISTICS, PRODUCTION, OPERATIONS],
  '53-7065': [LOGISTICS],
  '53-707': [PRODUCTION, OPERATIONS, LOGISTICS],
  '53-7081': [OPERATIONS, LOGISTICS],
  '53-7121': [LOGISTICS],

  // 55 Military.
  '55-': [PUBLIC],
};

const LONGEST_CODE = 10;

/** The right functions for the code of an occupation (`11-2021.00`); empty if it does not determine the function. */
export function functionsOfOccupation(code: string): readonly string[] {
  for (let length = LONGEST_CODE; length > 0; length--) {
    const functions = FUNCTIONS_BY_PREFIX[code.slice(0, length)];
    if (functions) return functions;
  }
  throw new Error(`no functions for the occupation ${code}`);
}
