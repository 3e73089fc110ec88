// Common surnames of many cultures. Two different names of this list belong to two people, however similar they are. A
// word outside the list may be a typing error of a listed name. A name outside the list is stronger evidence than a
// listed one. The table is shipped and not counted in the catalog, because counts would depend on the order of imports.
import { withoutDigraphs } from '../romanize.ts';

const NAMES = `abdi abdullah abe abubakar acosta adamczyk adams adeyemi aerts agarwal agrawal aguilar aguirre ahmad ahmadi ahmed
  ahn aigner akhtar albrecht alekseev alexander ali allen almeida alonso alvarado alvarez alves amato andersen
  anderson andersson andrade andreassen andreev andrews angelopoulos antunes aquino araujo arias armstrong arnaud
  arnold arslan asante aslan austin axelsson aydin azevedo babic bae baek bailey bak baker bakken bakker balogh
  balogun banerjee banks baptista baran barbier barbieri barbosa barnes barone barrett barros batista bauer baumann
  baumgartner bautista beck becker beek begum bell bello benedetti benes bengtsson benitez bennett benoit berg berge
  berger bergeron berglund bergmann bergstrom bernard bernardi berry bertrand bhatt bianchi bianco bibi bishop black
  blanc blanchard blanco blom boateng boer bohm bondarenko bonnet borges bos bosch bose botha bouchard bowman boyd
  boyer boyko bradley brandt braun brito broek brooks brouwer brown bruijn brun brunet brunner bruno bryant bui burke
  burns burton busch butler butt byrne cabrera cai calvo camara campbell campos cano cao caputo carbone cardenas
  cardoso carlson carmona carpenter carr carroll carter caruso carvalho castillo castro cattaneo cavalcanti celik
  cerny cetin chan chapman chatterjee chauhan chavez chen cheng cheung chevalier cho choi chopra chowdhury christensen
  christiansen chua chukwu ciobanu claes clark clarke clement coelho cohen cole coleman collins colombo constantin
  conte conti contreras cook cooper coppola cordero correa correia cortes costa cote coulibaly cox crawford crespo
  cruz cunha cunningham curtis dabrowski dahl dam dang daniels danielsson das david davies davis dawson day dean
  deangelis dekker delacruz delgado demir deng denis desai desantis desmet diallo dias diaz dietrich dijk dijkstra
  dimitriou dimitrov ding dinh dinu dixon djordjevic dlamini do dogan dolezal dominguez dong doyle du duarte dubey
  dubois duda dudek dufour dumitru dumont duncan dunn duong dupont duran durand dutta duval dvorak eder edwards egger
  egorov eide eklund elliott ellis engel engstrom eriksson ernst espinoza esposito esteban esteves estrada evans eze
  fabbri farah farina farkas faure fedorov fedorova fekete feng ferguson fernandes fernandez ferrara ferrari ferraro
  ferreira ferrer ferri fiala fields figueiredo figueroa fiore fischer fisher fletcher florea flores fonseca fontaine
  fontana ford forsberg fortin foster fournier fowler fox franco francois frank franke franklin fredriksson freeman
  frei freitas friedman friedrich fuchs fuentes fujita fuller gagne gagnon gaillard gallagher gallego galli gallo gao
  garcia gardner garnier garrett garrido garza gasser gatti gauthier gautier gentile george georgiev georgiou gerber
  gheorghe ghorbani ghosh gibbs gibson gil gilbert gimenez giordano girard giraud giuliani goh goldberg gomes gomez
  goncalves gonzales gonzalez goodwin goossens gordon gorski goto graaf grabowski graf graham grant grassi grasso gray
  greco green greene griffin groot gross gruber guerin guerra guerrero gunther guo gupta gustafsson gutierrez guzman
  haas haddad hagen hahn hajek hall halvorsen hamalainen hamdan hamilton han hansen hanson hansson harper harris
  harrison hart hartley hartmann harvey hasegawa hashimoto hassan haugen hauser hawkins hayashi hayes he heijden
  heikkila heikkinen heinonen heinrich henderson hendriks henriksen henriksson henriques henry hermans hernandez
  herrera herrero herrmann heuvel hicks hidalgo hidayat higgins hill ho hoang hoekstra hofer hoffman hoffmann hofmann
  holland holm holmes hong hopkins horak horn horvat horvath hosseini howard howe howell hu huang huber hudson hughes
  huisman hunt hunter hussain hussein huynh hwang ibanez ibarra ibrahim iglesias ikeda ilic inoue ionescu iqbal
  ishikawa ito ivanov ivanova iversen iyer jablonski jackson jacobs jacobsen jafari jager jain jakobsson jakubowski
  james jang jankowski janssen jansson jarvinen jaworski jelinek jenkins jennings jensen jeon jesus jiang jimenez
  johansen johansson johnsen johnson johnston joly jones jong jonsson jordan jorgensen joshi jovanovic juhasz jung
  juric kaiser kaminski kang kaplan kapoor kara karagiannis karim karimi karlsson kato katz kaur kaya keita keller
  kelley kelly kennedy khalil khan khoury khumalo kilic kim kimura king kinnunen kiss kjr klein knezevic knight
  knudsen kobayashi koc koch koh kohler kok kolar kondo kone konig korhonen koskinen koster kovacevic kovacs kovalchuk
  kovalenko kowalczyk kowalski kozlov kozlova kozlowski kral kramer kraus krause kravchenko krawczyk krejci krishnan
  kristensen kristiansen krol kruger kucera kuhn kuiper kuipers kumar kurt kusuma kuznetsov kuznetsova kwiatkowski
  kwon lacroix laine lakatos lam lambert lane lang lange lara larsen larson larsson laurent lavoie lawrence lawson
  lazar le leal lebedev lebedeva lechner leclerc lee leeuwen lefebvre legrand lehmann lehtinen lehtonen leitner
  lemaire leon leone leroy leung levi levy lewandowski lewis li liang lien lim lima lin lind lindberg linden lindgren
  lindner lindqvist lindstrom little liu lloyd lo lombardi lombardo long longo lopes lopez lorenz lozano lu lucas
  ludwig lugo luna lund lundberg lundgren lundqvist luo ly lynch lysenko ma maas macdonald machado madsen maeda maes
  magnusson mahmoud mai maier majewski makarov makela makinen maldonado malhotra malik malinowski mancini mansour
  marchand marchenko marchetti marciniak marek mariani maric marie marin marini marino markovic marques marquez marsh
  marshall martin martinelli martinez martini martino martins mason masri masson matei mathieu matos matsumoto
  matthews mattsson mayer mayr mazur mazza mccarthy mccoy mcdonald medina meer mehta meier meijer meister mejia melnyk
  melo mendes mendez mendoza menon mensah mercier mertens messina meszaros meunier meyer miah michalak michalski
  michel michiels mikhailov miller mills milosevic miranda mishra mitchell mizrahi moen mohamed mohammadi mohammed
  mokoena molina moller molnar montanari monteiro montero montgomery monti montoya moon moore mora moradi moraes
  morales moran moreau moreira morel morelli moreno moretti morgan mori morin morozov morozova morris morrison
  mortensen moser moura mousavi mukherjee mulder muller munoz munteanu murphy murray musa myers nagy naidu nair najjar
  nakamura nam nascimento nasser navarro ndlovu neal nelson nemec nemeth neumann neves newman newton ng ngo nguyen
  nichols nicolas nielsen niemi nieminen nieto nikitin nikolaev nikolaidis nikolic nilsson nkosi noel nolan norris
  novak novikov novikova novotny nowak nowakowski nowicki nunes nunez nwosu nygaard obi obrien ocampo ochoa oconnor
  ogawa ogunleye okada okafor okeke olah olesen olivares oliveira oliver oliynyk olofsson olsen olson olsson olszewski
  ong orlov orlova orozco ortega ortiz osei osman osorio ostrowski otto ouattara ouellet owen owens owusu ozdemir
  ozkan ozturk pacheco padilla palacios palmer palmieri palumbo pan pandey papadopoulos papp paredes parisi park
  parker parra parry pascual pastor patel patterson pauwels pavlov pavlova pavlovic pawlak pawlowski payne pearce
  pearson pedersen peeters pellegrini pellegrino pelletier pena peng pereira perez perkins perrin perry persson peter
  peters petersen peterson petrenko petrov petrova petrovic pettersson pfeiffer pham phan phillips picard pichler
  pierce pietrzak pillai pinheiro pinto piotrowski pires pohl poirier pokorny polat ponce poole popa popescu popov
  popova porter pospisil potter poulsen powell pratt pretorius price prieto prins prochazka quinn quintero qureshi
  racz radu rahman rajput ramirez ramos rangel rao rashid rasmussen ray reddy reed reeves reid reis reiter ren renard
  renaud reyes reynolds rezaei ribeiro ricci rice richards richardson richter riley rinaldi rios rivas rivera riviere
  rizzi rizzo robert roberts robertson robin robinson robles rocha roche rodrigues rodriguez roger rogers rojas roman
  romano romero rosales rosas rose rosenberg ross rossetti rossi roth rousseau roussel roux rowe roy rubio rudenko
  ruegg ruiz russell russo rusu rutkowski ruzicka ryan saarinen sadowski saez sahin sala salas salazar saleh salem
  salinas salminen salonen sanchez sandberg sanders sandoval sanna santana santiago santoro santos sanz saputra sasaki
  sato sauer saunders savchenko schafer schmid schmidt schmitt schmitz schneider scholz schouten schreiber schroder
  schroeder schubert schulte schultz schulz schulze schumacher schuster schwarz scott sedlak seidel semenov sen seo
  serban serra serrano setiawan shah shapiro sharma sharp shaw sheikh shen shevchenko shimizu shin siddiqui sikora
  silva silvestri simmons simoes simon simpson sims simsek singh sjoberg smirnov smirnova smit smith smits snyder
  soares sokolov sokolova solberg soler solis sommer song sorensen soto sousa souza spencer stan stankovic stein
  steiner stepanov stephens stepien stevens stewart stoica stojanovic stone stoyanov strand strasser su suarez
  sullivan sun susanto suter sutton suzuki svendsen svensson svoboda swift szabo szewczyk szilagyi szymanski takacs
  takahashi tan tanaka tang tapia tavares taylor teixeira teo testa thomas thompson thomsen thomson tian tiwari
  tkachenko todorov tomaszewski torres toth toure townsend tran traore trejo tremblay trinh trivedi trujillo truong
  tucker turner turunen uche valdez valencia valentini valenzuela varga vargas vasiliev vasilyev vasquez vaz vazquez
  veen veenstra vega velasco velazquez ven verhoeven verma vermeulen vesely vicente vidal vieira villa villanueva
  vincent virtanen visser vitale vlachos vliet vo vogel vogt voigt volkov volkova vos vries vu wade wagner wal walczak
  walker wallace wallin walsh walter walters wang ward warren washington watanabe watkins watson watts weaver webb
  weber webster wei weiss welch wells werner west wheeler white wibowo wieczorek wijaya wilkinson willems williams
  williamson willis wilson wimmer winkler winter wisniewski wit witkowski wojcik wolf wolff wong wood woods wouters
  wozniak wright wrobel wroblewski wu wyss xiao xie xu yadav yamada yamaguchi yamamoto yamazaki yang yao ye yildirim
  yildiz yilmaz yoon yoshida young yu yuan zajac zakharov zalewski zamora zapata zawadzki zbinden zeman zeng zhang
  zhao zheng zhou zhu ziegler zielinski zimmermann zuniga`;

/** Folded, and without digraphs, as names are compared. */
const KNOWN_SURNAMES: ReadonlySet<string> = new Set(NAMES.split(/\s+/).map(withoutDigraphs));

/** Whether a folded surname is a common one. */
export const isKnownSurname = (name: string): boolean => KNOWN_SURNAMES.has(name);

/** Common surnames of languages that write the surname first: Korean, Chinese, Vietnamese, Japanese and Hungarian. */
const WRITTEN_FIRST: ReadonlySet<string> = new Set(
  `kim lee park choi jung kang cho yoon jang lim han oh seo shin kwon hwang ahn song hong zhang wang li liu chen yang huang zhao
  wu zhou xu sun ma zhu hu guo lin gao luo zheng liang xie tang nguyen tran le pham phan vu vo dang bui do hoang ngo duong
  sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato nagy kovacs toth szabo horvath varga kiss molnar nemeth`
    .split(/\s+/)
    .map(withoutDigraphs),
);

/** Whether a folded first word of a name may be its surname. */
export const isSurnameWrittenFirst = (word: string): boolean => WRITTEN_FIRST.has(word);
