import { type House, parseHouses } from './house-lines.ts';

// The houses that people name in more than one way, a line each: the name, then what else people write. Accents, case, dots,
// apostrophes, spaces and hyphens make no difference, so `APC` and `Raf-Simons` need no line. A house without other names
// has a line for its spelling: the Brand field completes to it.
const HOUSES = `
45R = 45rpm
1017 Alyx 9SM = Alyx, Alyx Studio
A Bathing Ape = Bape
A-Cold-Wall* = ACW
A.P.C. = Atelier de Production et de Création
Acne Studios = Acne, Acne Jeans
Acronym = ACRNM
adidas
Aimé Leon Dore = ALD
Alaïa = Azzedine Alaïa
Alexander McQueen = McQueen
Alexander Wang
AMI Paris = Ami, Ami Alexandre Mattiussi
Ann Demeulemeester = Ann D
Anonymous Ism
Arc'teryx = Arcteryx Veilance, Veilance
Asics
Auralee
Balenciaga = Bal
Balmain
Barbour
Battenwear
Beams = Beams Plus, Beams+
Belstaff
Billionaire Boys Club = BBC
Birkenstock
Blundstone
Bode
Boris Bidjan Saberi = BBS
Bottega Veneta = Bottega, BV
Brioni
Brooks Brothers
Brunello Cucinelli = Cucinelli
Bryceland's
Buck Mason
Burberry = Burberrys, Burberry Prorsum
Buzz Rickson's
C.P. Company = CP
Calvin Klein = CK, Calvin Klein Collection
Canada Goose
Carhartt WIP = Carhartt Work in Progress
Cav Empt = C.E
Celine = Céline
Chanel
Chloé
Chrome Hearts
Church's
Clarks = Clarks Originals
Common Projects
Comme des Garçons = CDG, Comme, Commes des Garçons, Comme de Garçons
Comme des Garçons Homme Plus = CDG Homme Plus, CDGHP
Comme des Garçons Play = CDG Play
Comoli
Converse
Craig Green
Crockett & Jones = Crockett and Jones
Cole Haan
Descente Allterrain
Diesel
Dior = Christian Dior, Dior Homme
Dolce & Gabbana = D&G, Dolce
Doublet
Drake's
Dr. Martens = Docs, Doc Martens, Doctor Martens
Dries Van Noten = DVN, Dries
Dsquared2 = Dsquared
Eckhaus Latta
Edward Green
Emporio Armani
Engineered Garments = EG
Enfants Riches Déprimés = ERD
Ermenegildo Zegna = Zegna
Evan Kinori
Evisu
Fear of God = FOG
Fendi
Filson
Fjällräven
Frank Leder
Fred Perry
Full Count = Fullcount
Ganni
Gitman Vintage = Gitman Bros
Giorgio Armani = Armani
Givenchy
Golden Goose = GGDB, Golden Goose Deluxe Brand
Gosha Rubchinskiy = Gosha
Gucci
Guidi
Haider Ackermann
Han Kjøbenhavn
Helmut Lang
Hermès
Hender Scheme
Homme Plissé Issey Miyake = Homme Plissé, HPIM
Hugo Boss = Boss
Human Made
Hysteric Glamour
Inis Meáin
Isabel Marant
Iron Heart
Issey Miyake
Jacquemus
Jean Paul Gaultier = JPG, Gaultier
Jil Sander
John Elliott
John Lobb
John Smedley
Junya Watanabe = Junya, Junya Watanabe Man
JW Anderson = J.W. Anderson, Jonathan Anderson
Kapital
Kiko Kostadinov
Kith
Kenzo
Lanvin
Lemaire = Christophe Lemaire
Levi's = Levi Strauss, Levis Vintage Clothing, LVC
Loewe
Loro Piana
Louis Vuitton = LV, Vuitton
Maison Kitsuné
Maison Margiela = MMM, Maison Martin Margiela, Martin Margiela, Margiela
Margaret Howell = MHL
Marni
Martine Rose
Mastermind Japan = Mastermind World
Miu Miu
MM6 Maison Margiela = MM6
Moncler
Momotaro = Momotaro Jeans
Moschino
Mr. Freedom = Mister Freedom
Mugler = Thierry Mugler
Nanamica
Needles = Nepenthes Needles
Neighborhood = NBHD
New Balance = NB
Nike
Nicholas Daley
Norse Projects
Number (N)ine = Number Nine
Off-White = Off White Virgil Abloh
OrSlow
Our Legacy = OL
Patagonia
Paul Smith
Paraboot
Polo Ralph Lauren = PRL
Prada
Proenza Schouler
R13
Raf Simons = Raf
Ralph Lauren = RL, Lauren
Ralph Lauren RRL = RRL, Double RL
Rag & Bone
Red Wing = Red Wing Heritage, Red Wing Shoes
Rhude
Rick Owens = Rick, RO
Rick Owens DRKSHDW = DRKSHDW, Drkshdw
Sacai
Saint Laurent = YSL, Yves Saint Laurent, SLP, Saint Laurent Paris
Salomon
Salvatore Ferragamo = Ferragamo
Schott NYC = Schott
Simone Rocha
Song for the Mute = SFTM
Sophnet. = SOPH
Stone Island = Stoney, SI, Stone Island Shadow Project
Story mfg. = Story Manufacturing
Studio D'Artisan = SDA
Stüssy
Sugar Cane
Supreme
Teatora
Telfar
The North Face = TNF
The Real McCoy's = Real McCoys
The Row
Thom Browne
Tom Ford
Tricker's
Undercover = Undercoverism, Jun Takahashi
Uniqlo U
Vans
Valentino
Versace = Gianni Versace
Vetements
Visvim = F.I.L., WMV
Vivienne Westwood = Westwood
Wacko Maria
Wales Bonner
Warehouse & Co. = Warehouse
White Mountaineering
Wtaps = W)taps, Double Taps
Y-3
Y's = Ys Yohji Yamamoto
Y/Project
Yohji Yamamoto = Yohji, Yohji Yamamoto Pour Homme, 山本耀司, ヨウジヤマモト
Yeezy
`;

export const KNOWN_HOUSES: readonly House[] = parseHouses(HOUSES);
