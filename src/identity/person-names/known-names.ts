// Common given names of many cultures, in addition to the names with forms (given-names.ts). Two different names of
// this list belong to two people, however similar they are. A word outside the list may be a typing error.
const NAMES = `aaliyah aaron abdul abdullah abel abhishek abigail abraham ada adam adela adele adeline adnan adrian adriana adrien agata
agathe agnes agnieszka ahmad ahmed ahmet aicha aidan aiden aiko aileen aimee aino ajay akash akira alain alan alana alba aldo alena ales
alessia alessio alexa alexia alexis alfonsina alina aline alisa alisha alla allan allen alma almut alva alvaro alyssa amalia amar amara amber
amel amelie amin amina amir amit amy ananya anastasia anders andre andrea andrzej aneta angelina angelo anika anil anita anjali ankit ann
annelies annemarie annick annika ansgar anthea antje anton antonin anu anusha aoife ardian ariane arjun arlene arman armand armando arne
arnaud arnaldo arnold arno arta artem artur arturo aryan ashley ashok asma astrid asuka athena attila aude audrey aurelie aurora austin ava
avery axel aya ayanda aylin ayse aysha ayumi babette balazs barry bart bartosz basil bashir batuhan beata beate bela ben benedetta benedict
benoit berit bernadette bettina beverly bianca bilal birgit birgitta bjarne bjorn blake blanca bogdan boris borja brandon brenda brendan brent
brett brian bridget brigitte brooke bruce bruna bruno bryan burak byron caitlin camila camilla camille candice carina carl carla carlo carlota
carlotta carmen carol carola carsten cas casey caspar cassandra catalina catarina caterina cecile cecilia cedric celeste celia celine cem cesar
chantal chelsea cheng cheryl chiara chidi chinedu chloe christa christel christelle chukwu ciara ciaran cillian claire clara clarissa claude
claudia claudine claudio claus clemence clemens clement cleo clive coen cole colin colleen corentin corinna corinne cosima cosmin courtney craig
cristian cristiana cristiano cristina cristobal curtis cyril dagmar dai damian damien damir dana dario darius darko darren daria dawid dawn dean
debora deepak deepika delphine demi denise denisa denys derek desiree devin diana diane didier diego dieter dilip dimas dimitri dinesh diogo dirk
ditte divya dolly domenico dominika dominique dorian dorin doris dorota dorte dragan duncan dusan dylan ebba eduarda edith edwin efe ege eileen einar
ekin elaine elaf eleni eleonora elias elif elin eline elisa elise eliot ella ellen ellis elliot eloise elodie elsa elvira emanuel emanuele emeka
emil emile emilia emilie emiliano emilio emilia emine emma emmanuel emmanuelle emre enes enrico enzo eric erica erik erika erin ernst erwin esra
estelle esteban ester esther ethan etienne eva evan evangelia evelina evelyn evgenia ewa ewan fabian fabien fabienne fabio fabiola fabrice fabrizio
fadi faisal faith farah farid fatemeh fatih fatima fatma faye federica felicitas felipe felix ferdinand fernanda fernand filip filipa filippo finn fiona
flavia flavio fleur flora florence floriana florin franca francine francois francoise frank franka franziska freya frida frieda frode fumiko gabor
gaelle gaetan gaia galina gareth gary gaurav gavin gemma geert geir gemma george georgia georgina gerardo germain german gerrit ghislaine giacomo
giada gianluca gilbert gilles gina giorgia giorgio giovanna gisela giulia giuliana giuliano giulio glen glenn gloria goran gordon grace graham grant
greta grzegorz gudrun guido guilherme guillaume gunnar guo gustavo guy gwen hadi haiko hakan hamid hamza han hana hanan hanne harald harriet haruka
haruto harvey hasan hassan hatice haley hayley hazel heather hector hedwig hege heidi heike heiko hein heli helene helga helge helmut hendrik henning
henri henrik henriette henrique herbert herman hernan herve hilary hilda hiroshi hiroko holger holly hong horst hristina hsin hua huda hugo humberto
hui hung hussein hyun ian ibrahim ida idris ignatius igor ikram ilaria ilja ilka ilona ilse iman imran ines inga inge ingeborg inger ingo ingrid
inna ioana ion ionut irina iris irma irmgard isaac isabelle ishaan ismael ismail ivana iva ivo iwona izabela jack jacek jackie jacopo jacqueline
jacques jade jaden jaco jakub jamal jan jana janina janine janina janne jannik jannis jaroslav jarno jasmin jasmine jasper jayden jean jeanette jeanne
jelena jelle jens jeppe jeroen jesper jesus ji jia jian jiho jill jimena jin jing jisoo joana joann joanna joanne joao jochen jodie joel joelle johan
johanne joke jolanda jonas joni joost joran jordan jordi jorg jorgen josefa josefine josephine josiane josip joyce jozef juana judith julia julianna julie
julien juliet juliette julio julius jun june jung junko jurgen justin justine justyna jutta kadir kaito kai kaja kamal kamil kamila kaori kara karen
karim karin karina karine karoline karsten kasia kaspar katarina katarzyna kate katerina kathrin kathryn katia katie katrin katrina kavita kazuki kazuko
keiko keira keith kelly kelvin kemal ken kenji kenta kerry kerstin kevin khalid khaled kiara kieran kim kimi kinga kira kiran kirill kirsten kirsti kirstin
kirsty kishore kjell klara klaudia knut koen kofi koji kristen kristian kristin kristine kristof krystyna krzysztof kumar kunal kurt kwame kyle kylie lachlan
laetitia laila lakshmi lamia lana lara larissa lars lasse laszlo laura laure lauren laurent laurence layla lea leah leandro lei leif leila leire lena lennart
leon leona leonie leonor leslie lewis li lia liam lian lidia lieke lien liliana lilian lilly lin lina linda lindsay lindsey line ling lionel lisa lise liv
livia loic logan lola loredana loren lorena lorraine lotte louisa louis loris luc luca lucas lucia luciana luciano lucie lucien lucy ludmila ludovic luisa
luise lukas lukasz luke luz lydia lyn lynn lynne maarten maciej maddalena madeleine madison mads magali magnus mahmoud mai maja makoto malcolm malgorzata malik
malin malte mamadou manfred manish manja manon marc marcel marcela marcella marcelo marcia marcin marco marcos marek margarida margherita margit margot margaux
mariam marian mariana marianne maribel marie marija marika marin marina marine mario marion marisa marisol marit marites mariya marjan marjolein marko marlene
marlies marlon marta marten marthe martijn martin martina martine martino marvin marwan mary masha masahiro massimo mateo mateusz mathieu mathilde mathis
matteo matthijs matej mattia maud maura maureen mauricio mauro max maya mayumi meera megan megumi mehdi mei melina melinda melis melody mercy meredith merel merle
meryem mette mia mian micaela michal michele michelle miguel mika mikael mikko mila milan milena milica milos min mina minna mira mireille mirela miriam mirjam
mirko miroslav mitsuko moa mohamad moira mona monica moritz mourad muriel murat mustafa mylene myriam nabil nadia nadine nadja naim naima nancy naoki naomi
narendra natasa nathalie nawal nazli neal neha nele nelly nelson nena neil nerea ngoc nguyen nia niall nicholas nicoletta niels nihal nikhil nikita nikola nikolina
nils nina nino nitin noa noah noel noelle noemi nora norma nour nuno nuria obinna oana octavio odile olav ole olga olivia olivier olof omar oriana orla orlando
oscar oskar osman otis otto owen oya ozan pablo paige paloma paola paolo pascal pascale patrice patricio patrik patrizia patryk paul paula paulina pauline paulo
pawel pedro peer peggy per perla pernille petar petr petra petros petter phan philippa philippe phoebe pia pieter pietro pilar piotr poppy prakash pramod prasad
pratik preeti priya priyanka quentin quinn rachel rachid radek radoslaw radu rafal rafaela rahul rainer raj rajesh rajiv ralf ralph ramesh rami ramona rana randi
raquel rashid raul ravi rebeca reem regina regine reiko reiner rekha remi rena renata renato rene renee reto reza rhys ria riccardo richa ricarda rikke rina rita
ritu rob robin rocco rocio roderick rodolfo rodrigo roel roelof rogelio rogier rohan rohit romain roman romana romeo romina romy ronan ronja rosa rosalind rosana
rosanna rosemarie ross rowan roxana roy ruben ruby ruth rui rune rupert ryan ryo sabine sachin sadia said sakura salah salim sally salma salome samir samira sana
sander sandeep sandra sandrine sandro sanjay sanna santiago sara sarah sascha satoshi saul savannah scott sean sebastiano sebastien selena selim selina selma serena
serge sergio seth seung severine shane shannon shanti sharon shaun shawn sheila shelley shinji shirin shivani shreya shu sian sibylle sidney siegfried signe sigrid
silke silvana silvia silvio simon simona simone sina sinan sini siobhan siri sissel sjoerd skyler slavka slawomir sofie solange solene soledad sonia sonja soo soren
soumaya spencer srinivas stacey stacy stanislaw stefania stefano steffi stein stella stephan stephane stine stuart sudhir suha sujata sun sunil sunita suresh susana
susanna svein sven svenja swati sydney sylvain sylvie taylor tadeusz tahir takashi takeshi tamas tania tanja tara tarek tarik tatjana ted teodora tessa thandi thanh
thea thelma theodora thibault thiago thierry thijs thilo thomasz thorsten tiago tiffany tijana tim timo tina tine tobi todd tom tomas tomasz tomoko tone tonje tor
torben tore torsten tracey tracy travis trevor trine tristan troels tuan tuomas tyler ugo uma umberto umut ursula usha ute uwe vaclav valerie valerio valeria van
vanda vaishali vasile vera verena veronique vesna victoire vidya vijay vikram viktoria vilma vincent vinay vinod viola violeta virginie vishal vito vittoria
vivian viviane vivien vlad vladislav volker wade wanda warren wei wendy wenke werner wessel wiebke wieslaw wilma wim winston wojciech wouter xavier xiao xin
yuto yuta sota riku minato hina sakura rin aoi mei mio yua kenta daiki shota takumi ayaka misaki nanami rina yuna sora kaede
pimjai somchai somsak siriporn suda malee anong niran arthit kanya sadiq aisha hauwa zainab ngozi chioma ifeoma tunde femi segun yemi bola kemi
wanjiru kamau otieno achieng thabo sipho nomsa lerato themba zanele agus budi siti dewi putri eka rizal nur ahmadi reza maryam zahra narges
jiwoo minjun seojun hyejin jimin yuna soyeon minji thuy hoa huong lan linh minh quang tuan anh dung nam phuong trang yael yamina yan yana yang yann yannick yara yasin yasmin yasmine yi ying yolanda yoko yosef youssef yuki yumi yun yusuf yvan yves yvette yvonne zahra zaid zainab
zane zdenek zeynep zhang zita zlatko zoe zofia zoltan zuzana
abena adebayo adel ademir adil adwoa akiko akos akua alaric alok amira anatolii andras ankita arild arkadiusz arun arvid asbjorn asha
atsushi aymeric ayodele aysel aysun babatunde bence blanka bohumil bohuslav bojan bojana borghild bozena branka branko bulent burhan celina
cengiz cevdet chukwudi costel costin csaba daisuke dariusz deniz dipak disha dorina dragana edyta eiichi eiko eirik eliane emeric emir endre
erhan erkan eszter evelyne eystein fahad fareed florina folake fredrik furkan ganesh geeta genowefa gergely gergo gheorghe gilson gita
gokhan grazyna gry gulay gulcan gulsen gunnhild hakon halvor hamad hamed hanh haruko havard hideki hideo hien hikmet hilal hiroki hiroyuki
hitesh hitoshi ihor ikenna ingvar ionel ionela irena iryna ismet iveta jamil janusz jaroslaw jasmina jatin jitesh jitka jocelyne jolanta
jucimar judit junichi kamlesh karan karoly kazuyuki keisuke kenichi khanh khoa koichi kosuke kwabena kwadwo kwaku kwasi kyoko kyrylo
ladislav lajos lalita larysa lech leela lenka leszek levent libor liliane liudmyla liviu lokesh lucian mahesh majed majid maksym manoj
mariko marius mariusz marlise maryse marzena masayuki meena megha michiko milorad miodrag mirel miroslaw mladen mohan mukesh nadiia nadir
nadira naoko naresh nebojsa nenad nisha nitesh nnamdi noriko noriyuki nuray nurcan oguz okan oksana olaf olafur oleh olumide oluwaseun
ondrej orhan ostap ottar ovidiu oystein ozkan paresh phong phuc pooja predrag puja qadir quyen quynh radim radka ragnar ragnhild rajko
rakesh ratko reena ritesh roar robson rupesh ryoko ryosuke ryuichi sachiko sandip sanil sarka saroj satoko savita seiko serhan serkan sevgi
sevim sheela shinichi shunsuke sigurd sigurdur silviu sindre sita sivert slavko slobodan sneha sohan solveig songul sorin sorina stanislawa
stevan stojan sumit tadashi takayuki tariq tarkan tarun temitope terje thang thao tibor timea tomislav tomoyuki torbjorn torstein toshiko
tove tron trond tsuyoshi turhan turid tuva tuyet uche umesh urszula valdir valentyna valerii valmir varun veena vegard vetle viktoriia
viorel viorica vitalii vivek vlasta vojtech volkan vratislav waldemar waldir walid wanderson wieslawa wioletta yasir yasuo yasushi yavuz
yogesh yoshiko yuichi yuko yumiko yurii yusuke zahira zbynek zdenka zdravko zdzislaw zeljka zeljko zoran zsolt`;

/** Folded, and without digraphs, as names are compared. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(NAMES.split(/\s+/));
