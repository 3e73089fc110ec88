// Short and foreign forms of given names: names of one line can be those of one person.
import { withoutDigraphs } from './romanize.ts';

const LINES = `abigail abby gail|adelheid heidi|albert al bert|alejandro alejandra alex ale jandro|alessandro alessandra sandro sandra alex|
alexander aleksandr aleksander alexandr alexandra alex sasha sascha xander lex sandra sandy alec|alfonso poncho|alfred fred alf|alfredo fredo|alice ali|
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
kimberly kim|konstantin kostya kosta konsti|konstantinos kostas costas dinos|kristina kris tina|kristopher kris|laurence lawrence larry lars laurie|leonard leo len lenny|leonardo leo|leopold leo poldi|leslie les|lillian lily|louis lou|louise lou|ludwig lutz|luigi gigi|
luis lucho|lorenzo enzo renzo|magdalena magda lena|manuel manu manolo|manuela manu ela|marcus marc mark|margaret maggie meg peggy marge margie rita greta daisy|margarete greta grete margret gretel|margarita marga rita|maria marie mary mia mariya|maria-jose|
mariana|marjorie marge|mark marc|markus marc|martha marty|martin marty|mathilde tilda hilde|matthew matt matty|matthias matze matt hias mathias|matteo teo|maurice moe|maximilian max maxi|maximiliano maxi|maxwell max|melanie mel|melissa mel missy|melvin mel|mercedes merche|
michael mike mick mickey micha mikey michel|michaela michi ela|michelle shelly|miguel micky|mikhail mihail misha mykhailo|mildred millie|miriam miri|mitchell mitch|mohammed muhammad mohamed mohammad mehmet mo|monika moni|montserrat montse|morris moe|nadezhda nadya|natalia natalya nataliya natasha natalie nat|nathan nate nat|
nathaniel nate nat nathan|nicholas nick nicky nic nicolas|nikolai nikolay mykola kolya|nikolaos nikos|nikolaus klaus niko nico|nicola nicky|nicole nicky nic|norbert|oleksandr aleksandr alexandr sasha oleksander|oliver olli ollie|oleksandra aleksandra|olga olya olha|oswald ossi|otto|pamela pam|panagiotis panos|patricia pat patty trish tricia pati|
patrick pat paddy|paul|pavel pasha pavlo|pedro perico|penelope penny|peter pete|philip phillip phil|philipp phil lipp|pietro|pilar|rafael rafa|ramon moncho|randall randy|raphael raph|raymond ray|rebecca becky becca|reginald reg reggie|reinhard reini|renate|ricardo richi|richard rick dick rich ricky ritchie|rigoberto|
robert bob rob robbie bobby bert|roberta bobbie|roberto beto berto|rodney rod|roger|roland rolli|rolf|ronald ron ronnie|rosalia rosa|rosemary rose|rosario charo|roxanne|rudolf rudi rolf|rudolph rudy|russell russ|sabrina|salvador chava|salvatore totò turi|samantha sam|samuel sam sammy|sandra sandy|sarah sally sadie sara|sebastian seb basti sepp bastian|
sergei sergey sergiy serhii serhiy seryozha|sergio checo|sigmund|sharon|shirley|siegfried sigi|simon si|sofia sofya sophie sonya|sonja|spyridon spyros|stanley stan|stanislav stas|stefan steffen|stefanie steffi|stephanie steph stephi|stephen steven stefan steve stevie|svetlana sveta svitlana|susan sue susie suzy|susanne susi sanne|suzanne sue suzy|
sylvester sly|sylvia silvia|tamara tammy|tatiana tatyana tanya tetyana tania|teresa tere terry|terence terrence terry|thaddeus tad|theodor theo teo|theodore ted teddy theo|theresa terry tess resi|therese resi|thomas tom tommy|timothy tim timmy|tobias tobi|tomas|ulrich uli ulli|ulrike uli rike ulli|ursula uschi ulla|valentina valya|valentin|vanessa nessa|
vasily vasiliy vasilii vasyl vasya|vassilis vasileios|veronica vero ronnie|veronika vroni|victor vic|victoria vicky tori vicki|vincent vince vinny|vincenzo enzo|virginia ginny ginger|viktor vitya|viktoria vicky|vladimir volodymyr vova|vyacheslav slava viacheslav|walter walt wally|werner|wendell|wilhelm willi willy helm|william bill will billy willie liam|wolfgang wolf|yuri yury yuriy|yulia yuliya julia|zachary zach zack`;

const NAMES_OF_LINE: readonly (readonly string[])[] = LINES.normalize('NFKD')
  .replace(/\p{M}/gu, '')
  .split('|')
  .map((line) => line.trim().split(/\s+/).map(withoutDigraphs));
/** For each folded name the numbers of its lines. */
const LINES_OF = new Map<string, number[]>();
for (const [number, names] of NAMES_OF_LINE.entries()) {
  for (const name of names) LINES_OF.set(name, [...(LINES_OF.get(name) ?? []), number]);
}

/** Whether two folded given names are forms of one name. */
export function areFormsOfOneName(a: string, b: string): boolean {
  const lines = LINES_OF.get(a);
  return lines !== undefined && (LINES_OF.get(b)?.some((line) => lines.includes(line)) ?? false);
}

/** All forms of a folded given name, without the name itself. */
export function formsOfGivenName(name: string): string[] {
  const lines = LINES_OF.get(name) ?? [];
  return [...new Set(lines.flatMap((line) => NAMES_OF_LINE[line] ?? []))].filter((form) => form !== name);
}

/** Whether a folded name is in the table: then a similar one is another name, not a typing error. */
export function isKnownGivenName(name: string): boolean {
  return LINES_OF.has(name);
}
