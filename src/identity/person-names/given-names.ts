// Short and foreign forms of given names. Names in the same line can belong to one person.

import { withoutDigraphs } from '../romanize.ts';
import { KNOWN_NAMES } from './known-names.ts';

const LINES = `abigail abby gail|adelheid heidi|albert al bert|alejandro alex ale jandro|alejandra alex ale|alessandro sandro alex|alessandra sandra alex|
alexander aleksandr aleksander alexandr alex sasha sascha xander lex sandy alec|alexandra aleksandra alex sasha sandra sandy lexi|alfonso poncho|alfred fred alf|alfredo fredo|alice ali|
alison ally ali|amanda mandy|amelia millie amy|andrea andi|andreas andi andy|andrew andy drew|andrei andrey andrej andriy andrii|
angela angie|angelika geli|hanna ganna hanna|anna ana hanna anni anja anya anita nancy annie|annette|anthony tony ant|anton toni|antonio toni tony tonio nino|antonia toni|
archibald archie|arthur art|augustus gus|august gus|barbara barb babs bärbel|bartholomew bart|beatrice bea|beatriz bea|
benjamin ben benny benji|bernard bernie|bernhard bernd|bertram bert|bradley brad|brigitte gitte|calvin cal|cameron cam|carlos charly|
carolina caro|caroline carrie caro lina|catherine katherine kathryn kate kathy cathy katie cat kat kitty kay|charles charlie chuck chas|
charlotte lottie charlie lotte|christian chris christl|christina christine chris tina chrissy christel|christoph chris stoph|christopher chris topher kit|
clifford cliff|concepcion concha conchita|consuelo chelo|constance connie|cornelia conny nelly|cornelius conny neil|cynthia cindy|daniel dan danny dani|
daniela dani|danielle dani|david dave davey|deborah debbie deb|dennis denny|desmond des|diana di|dietrich dieter|dmitri dmitry dmitriy dmytro dima mitya|
dolores lola|dominik dom nik|dominic dominick dom nick|donald don donnie|dorothea doro thea|dorothy dot dottie dolly|douglas doug|dwight|eberhard|
edmund ed eddie ned|eduard edi|eduardo edu lalo|edward ed eddie ted teddy ned|edwin ed eddie|ekaterina yekaterina katerina katya katja|eleanor ellie nora nell|
elena lena helen helena yelena olena|elisabeth elizabeth liz lizzy lizzie beth betty betsy eliza lisa lisbeth elsa lise sissi liesl ella libby|
emily em emmy|enrique quique|ernest ernie|ernesto neto|erich|eugene gene|eugenia gena|evgeny yevgeny evgeni evgeniy yevgeniy zhenya|federico fede|felicia|
ferdinand ferdi|fernando nando fer|florence flo|florian flo|frances fran franny fanny|francesca franca fra|francesco franco cesco|francis frank fran|
francisco paco pancho kiko curro|francois|franz francis|frederick fred freddie freddy rick|friedrich fritz fred|fyodor fedor|gabriel gabe gabi|
gabriela gabi gaby|gabriele gabi|genevieve gen|geoffrey jeffrey jeff geoff|georg schorsch|george georgie|gerald gerry jerry|gerhard gerd|gertrude trudy trude|
giovanni gianni vanni gio|giuseppe beppe peppe pino|gregory greg|gregor greg|grigory grigoriy grisha|guillermo memo|guadalupe lupe|guglielmo|günter günther guenter|
gustav gus|gwendolyn gwen|hannelore hanne|hans johannes johann hannes jan|harold harry hal|heinrich heinz heiner hein|helena lena leni|henrietta etta|henry harry hank hal|
herbert herb bert|hermann|howard howie|hubert hub|ignacio nacho|ioannis giannis yannis john|irene rene|isaac ike|isabel isa bel bella|isabella bella izzy isa|isidro|ivan vanya|
jackson jack|jacob jake|jakob|jacqueline jackie|jaime jimmy|james jim jimmy jamie|janet jan|jane jenny janie|jason jay|javier javi|jean|jennifer jen jenny jenn|jeremiah jerry|jeremy jerry|jerome jerry|jesse jess|
jessica jess jessie|jesus chus chuy|joachim jochen achim jo|joan|joao|johanna hanna hannah jo|john johnny jack jon|jonathan jon jonny john nathan|jorge coque|jose pepe chepe|josef sepp|joseph joe joey jo|
josephine jo josie|joshua josh|juan juanito|judith judy judi jutta|julia jule|julian jules|karl charles|karl-heinz|karolina karo|katharina kathi kati käthe katja katrin kathrin|kathleen kathy kate|kenneth ken kenny|
kimberly kim|konstantin kostya kosta konsti|konstantinos kostas costas dinos|kristina kris tina|kristopher kris|laurence lawrence larry lars laurie|leonard leo len lenny|leonardo leo|leopold leo poldi|leslie les|lillian lily|louis lou|louise lou|ludwig lutz|ludovic ludo|ludovicus ludo|luigi gigi|
luis lucho|lorenzo enzo renzo|magdalena magda lena|manuel manu manolo|manuela manu ela|marcus marc mark|margaret maggie meg peggy marge margie rita greta daisy|margarete greta grete margret gretel|margarita marga rita|maria marie mary mia mariya|maria-jose|
mariana|marjorie marge|mark marc|markus marc|martha marty|martin marty|mathilde tilda hilde|matthew matt matty|matthias matze matt hias mathias|matteo teo|maurice moe|maximilian max maxi|maximiliano maxi|maxwell max|melanie mel|melissa mel missy|melvin mel|mercedes merche|
michael mike mick mickey micha mikey michel|michaela michi ela|michelle shelly|miguel micky|mikhail mihail misha mykhailo|mildred millie|miriam miri|mitchell mitch|mohammed muhammad mohamed mohammad mehmet mo|monika moni|montserrat montse|morris moe|nadezhda nadya|natalia natalya nataliya natasha natalie nat|nathan nate nat|
nathaniel nate nat nathan|nicholas nick nicky nic nicolas|nikolai nikolay mykola kolya|nikolaos nikos|nikolaus klaus niko nico|nicola nicky|nicole nicky nic|norbert|oleksandr aleksandr alexandr sasha oleksander|oliver olli ollie|oleksandra aleksandra|olga olya olha|oswald ossi|otto|pamela pam|panagiotis panos|patricia pat patty trish tricia pati|
patrick pat paddy|paul|pavel pasha pavlo|pedro perico|penelope penny|peter pete|philip phillip phil|philipp phil lipp|pietro|pilar|rafael rafa|ramon moncho|randall randy|raphael raph|raymond ray|rebecca becky becca|reginald reg reggie|reinhard reini|renate|ricardo richi|richard rick dick rich ricky ritchie|rigoberto|
robert bob rob robbie bobby bert|roberta bobbie|roberto beto berto|alberto beto berto|humberto beto|gilberto beto|norberto beto|rodney rod|roger|roland rolli|rolf|ronald ron ronnie|rosalia rosa|rosemary rose|rosario charo|roxanne|rudolf rudi rolf|rudolph rudy|russell russ|sabrina|salvador chava|salvatore totò turi|samantha sam|samuel sam sammy|sandra sandy|sarah sally sadie sara|sebastian seb basti sepp bastian|
sergei sergey sergiy serhii serhiy seryozha|sergio checo|sigmund|sharon|shirley|siegfried sigi|simon si|sofia sofya sophie sonya|sonja|spyridon spyros|stanley stan|stanislav stas|stefan steffen|stefanie steffi|stephanie steph stephi|stephen steven stefan steve stevie|svetlana sveta svitlana|susan sue susie suzy|susanne susi sanne|suzanne sue suzy|
sylvester sly|sylvia silvia|tamara tammy|tatiana tatyana tanya tetyana tania|teresa tere terry|terence terrence terry|thaddeus tad|theodor theo teo|theodore ted teddy theo|theresa terry tess resi|therese resi|thomas tom tommy|timothy tim timmy|tobias tobi|tomas|ulrich uli ulli|ulrike uli rike ulli|ursula uschi ulla|valentina valya|valentin|vanessa nessa|
vasily vasiliy vasilii vasyl vasya|vassilis vasileios|veronica vero ronnie|veronika vroni|victor vic|victoria vicky tori vicki|vincent vince vinny|vincenzo enzo|virginia ginny ginger|viktor vitya|viktoria vicky|vladimir volodymyr vova|vyacheslav slava viacheslav|walter walt wally|werner|wendell|wilhelm willi willy helm|william bill will billy willie liam|wolfgang wolf|yuri yury yuriy|yulia yuliya julia|zachary zach zack`;

/** Short forms and spellings in further languages. */
const FURTHER_LINES = `katarzyna kasia kaska catherine|malgorzata gosia malgosia margaret|joanna asia joasia|barbara basia baska|aleksandra ola olka|
agnieszka aga|elzbieta ela elka|zofia zosia|krystyna krysia|stanislaw stas staszek|wojciech wojtek|tomasz tomek thomas|jakub kuba jakob|jerzy jurek george|krzysztof krzysiek krzys christopher|
bartlomiej bartek|bartosz bartek|grzegorz grzesiek|maciej maciek|zbigniew zbyszek|tadeusz tadek|aleksander olek alek|pawel paul|piotr piotrek peter|jan jasiek janek honza jenda|josef pepa jozef pepik|
jiri jirka georg|antonin tonda|vaclav vasek|stanislav standa|michaela misa|katerina katka kata|veronika verca|tereza terka|zdenek zdenda|frantisek franta|karel kaja|jaroslav jarda|
miroslav mirek|vladimir vlada volodya vova|lubomir lubos|ivana iva|anastasia nastya nastia anastasiya|daria dasha darya|maria masha manya mitzi mia mimi|irina ira|ludmila lyuda mila|nikolai kolya nick|alexey aleksei alexei lyosha alyosha lesha alexej oleksii|
sergey serezha|yevgeniy zhenya yevhen evgen|ivan vanya wanja|pyotr petya petr piotr|pavel pasha pasa|anatoly tolya anatoliy|leonid lyonya|mykola nikolay|georgy georgii georgiy yuri zhora heorhii|galina galya halyna|lyubov lyuba|
alexandra sasha shura|aleksandr sasha shura|andrei andriy andrej|bohdan bogdan|taras|svitlana svetlana|joaquim quim joaquin|jose ze zezinho josep chema|francisco chico xico francesc cisco|antonio to antoni tonho|fernando nando|roberto beto|eduardo duda dudu|eduarda duda|
beatriz bia|guilherme gui william|gabriel biel|manuel manel mane|alexandre xande ale|luis lula|joao ze|ricardo rick|rodrigo digo|tiago ti|sebastiao tiao|raimundo rai|isabel bela isa belinha|leticia le|fabiana fabi|
enrique kike quique|guillermo guille|santiago santi|ignacio nacho inaki|rafael rafa|pilar pili|dolores loli lola|mercedes merche|maria teresa maite|rosario charo|javier xavi xabier|xavier xavi|eugenia gena|inmaculada inma|encarnacion encarna|asuncion asun|
jordi jorge george|pere pedro|joan juan|josep jose pep|vicente vicent chente|gonzalo gonza|ezequiel eze|facundo facu|nicolas nico|agustin agus|federico fede|sebastian seba|valentina vale|florencia flor|victoria viky|milagros mili|
giuseppe beppe peppino|giovanni gianni nanni|luigi gino|alessandro ale sandro|alessandra ale sandra|federica fede|stefano ste|stefania ste|domenico mimmo nico|salvatore toto|raffaele lello|gaetano tano|lodovico vico|eleonora ele nora|margherita marghe rita|
maddalena lena|vincenza enza|concetta cettina|nicolo nico|matteo teo|emmanuel manu|emmanuelle manu|frederic fred|frederique fred|sebastien seb|gregory greg|stephane steph|stephanie steph|dominique dom|jean-baptiste jb|catherine cathy cath|veronique vero|
christophe chris tof|benjamin benji|jerome jeje|philippe phil|thierry titi|guillaume guigui william|mathieu mat matthieu matthew|nathalie nat|sandrine sand|corinne coco|cornelis kees cor|cornelia corrie cora|pieter piet peter|willem wim william pim|hendrik henk rik|jacob jaap jacques koos|jacobus jaap koos sjaak|
johannes jan hans joop jo johan jannes|johanna jo joke hanneke annie|nicolaas klaas nico|abraham bram|gerardus gerard gerrit|gerrit ger|adrianus ad arjan adriaan|antonius ton toon anton|wilhelmina wil mien willy|maria mieke ria marijke|elisabeth els lies bets|geertruida truus geert|catharina toos karin cato|margaretha greet gretha|
theodorus theo dirk|leonardus leo|martinus martin tinus|petrus peter piet|lambertus bert|hubertus bert huub|sebastiaan bas|albertus bert ab|bartholomeus bart mees|lars lasse|karl kalle charles carl|per pelle peer|nils nisse|jan janne|bengt benke|gunnar gurra|gustav gosta|margareta greta|birgitta gitta bibbi|kristina stina|elisabet lisa bettan|
ulrich uli ueli|johann hansi|georg schorsch jorg|josef sepp jupp|heinrich heini heinz|wilhelm willi|friederike rike fritzi|magdalena leni|barbara babsi baerbel|sabine bine|andrea andi|annegret anne|klaus-dieter klaus|hans-peter hape peter hans|karl-heinz kalle heinz|franz-josef franz|
istvan pisti steven|jozsef joska joseph|katalin kati kata|zsuzsanna zsuzsi zsuzsa susanna|erzsebet erzsi elizabeth|laszlo laci|sandor sanyi|ferenc feri|gyorgy gyuri george|janos jani john|mihaly misi|georgios giorgos yorgos george|ioannis yiannis yannis giannis john|nikolaos nikos nicholas|dimitrios dimitris jim|
konstantinos kostas dinos|panagiotis panos takis|evangelos vangelis|athanasios thanasis|christos chris|eleftherios lefteris|aikaterini katerina|vasiliki vaso|mohammed muhammad mohamed mohammad muhammed mohamad mohamud mehmet|ahmed ahmad ahmet|khaled khalid|youssef yusuf yousef yousuf yosef|fatima fatma fatemeh fatimah|hussein hussain husain husein hosein hossein|
hassan hasan|omar umar omer|saeed said|abdullah abdallah|ibrahim ebrahim|mustafa mostafa moustafa|mahmoud mahmud mahmood|karim kareem|rashid rasheed rachid|nasser nasir naser|abdulrahman abderrahman abdelrahman|samir sameer|jamal gamal djamal|amina aminah|aisha aicha ayesha aysha|zainab zeinab zaynab|leila layla laila|
mary molly polly mamie|sarah sally sara|margaret peggy madge|henry hank|john jack|richard dick|ann nan nancy anne|martha patty|dorothy dolly|virginia ginny|charles chip|robert robin|michael mickey mitch|theresa tess|steven steve stephen|anthony toni|edward eddy|lawrence laurie loz|gareth gaz|darren daz|gary gaz|barry baz|
christina kristina cristina krystyna|christine kristine kirstine|christian kristian cristian krystian|christopher kristopher kristoffer|
christoph kristof|philip filip|philipp filip|philippe filip|sean shaun shawn|osama usama|
raj rajesh rajendra rajiv|sanjay sanju|vijay viju|venkatesh venky venkat|krishnan krish|subramanian subbu|srinivasan srini srinivas|lakshmi laxmi|priyanka priya|
francisco fco|fernando fdo|guillermo gmo|william wm|james jas|thomas thos|robert robt|edward edw|benjamin benj|christian chr|christoph chr`;

const RARER_LINES = `harriet hattie|matilda tilly tilda|wilhelmina mina wilma minnie|beatrix trixie bea|florence flossie|abraham abe|ezekiel zeke|emmanuel manny|montgomery monty|sidney sid|
sydney syd|rosalind roz ros|rosemary rosie|josephine josie posy|alois loisl lois luis|ferdinand ferdl|gertraud traudl gerti|gertrud trude gerti|korbinian korbi|sebastian wastl|georg girgl|walburga burgi|jakob kobi joggi|rudolf ruedi|andreas res|ernst aschi|
kaspar chaspi|matthaus mattl|theresia resi|rosina rosi|rosa rosi|leopoldine poldi|notburga burgi|alejandro jandro|francisco pancho paquito|concepcion conchi|carlos carlitos caca|antonio antonito|jose pepito|guillermo willy|socorro coco|refugio cuca|
jesus chucho|rosario chayo|graciela chela|consuelo coco|hortensia tencha|cristobal tobal|leopoldo polo|hipolito polo|luiz lulu|augusto guga guto|gustavo guga guto|leonardo leo|fabricio bricio|benedito dito|expedito dito|raimunda mundica|
giorgio gio|gianluca luca|giancarlo carlo|mariangela angela|pierluigi gigi|domenica mimma|vincenzo cenzo|pasquale lino|michele lino|carmela mela|francois fanfan|marguerite margot|elisabeth babette|jacqueline jacquie|raymonde momone|pierre pierrot|
boguslaw bogus|czeslaw czesiek|kazimierz kazik|mieczyslaw mietek|ryszard rysiek|slawomir slawek|wieslaw wiesiek|wladyslaw wladek|zygmunt zyga|danuta danka|halina halinka|jadwiga jadzia|teresa tereska|stefania stefcia|mehmet memo|mustafa musti|
ismail ismo|suleyman sulo|konstantin kostik|rodion rodya|timofey tima|timur tima|arseny senya|semyon senya|roman roma|ruslan rus|yaroslav slava|svyatoslav slava|mstislav slava|larisa lara|raisa raya|lidia lida|valeria lera|viktoria vika|elizaveta liza|yelizaveta liza`;

const NAMES_OF_LINE: readonly (readonly string[])[] = `${LINES}|${FURTHER_LINES}|${RARER_LINES}`
  .normalize('NFKD')
  .replace(/\p{M}/gu, '')
  .split('|')
  .map((line) => line.trim().split(/\s+/).map(withoutDigraphs));
/** The numbers of the lines that contain a folded name. */
const LINES_OF = new Map<string, number[]>();
for (const [number, names] of NAMES_OF_LINE.entries()) {
  for (const name of names) LINES_OF.set(name, [...(LINES_OF.get(name) ?? []), number]);
}

/** Short forms that belong to names of both sexes, or to very many names: they say no more than an initial. */
const FORMS_OF_MANY = new Set(
  `alex sasha shura sandy sam chris kris pat andi toni dani gabi gaby nicky nick nic niko jo joey charlie lou max mel robin kim dom fred steph
  manu michi uli jess jessie jamie jackie terry bobbie billie ronnie val vale duda bert ale bela ed eddie nat lee lex ray jay`.split(
    /\s+/,
  ),
);

/** Whether one of two folded names is a short form of many names. */
export const isFormOfMany = (a: string, b: string): boolean => FORMS_OF_MANY.has(a) || FORMS_OF_MANY.has(b);

/** Whether two folded given names are forms of one name. */
export function areFormsOfOneName(a: string, b: string): boolean {
  const lines = LINES_OF.get(a);
  return lines !== undefined && (LINES_OF.get(b)?.some((line) => lines.includes(line)) ?? false);
}

/**
 * All forms of a folded given name, without the name itself. For an initial: the short forms whose long form begins
 * with it, such as `bob` for `r`.
 */
export function formsOfGivenName(name: string): string[] {
  if (name.length === 1) return [...(SHORT_FORMS_OF_INITIAL.get(name) ?? [])];
  const lines = LINES_OF.get(name) ?? [];
  return [...new Set(lines.flatMap((line) => NAMES_OF_LINE[line] ?? []))].filter((form) => form !== name);
}

const SHORT_FORMS_OF_INITIAL = new Map<string, Set<string>>();
for (const [long = '', ...forms] of NAMES_OF_LINE) {
  const initial = long.charAt(0);
  const known = SHORT_FORMS_OF_INITIAL.get(initial) ?? new Set();
  for (const form of forms) if (!form.startsWith(initial)) known.add(form);
  SHORT_FORMS_OF_INITIAL.set(initial, known);
}

/** The long forms of a folded short form: the first names of its lines. */
export function longFormsOfGivenName(name: string): string[] {
  const firsts = (LINES_OF.get(name) ?? []).flatMap((line) => NAMES_OF_LINE[line]?.slice(0, 1) ?? []);
  return [...new Set(firsts)].filter((form) => form !== name);
}

/** Whether a folded name is common: a similar common name is then another name, not a typing error. */
export function isKnownGivenName(name: string): boolean {
  return LINES_OF.has(name) || KNOWN_NAMES.has(name);
}
