import { alone, near, oneOf, type WordRule, words } from './words.ts';

const SITE = oneOf(
  "site, website, web ?site, app, platform, selvedge, system, marketplace, checkout, page, here, this, plattform, seite, plataforma, web, aplicacion, aqui, plateforme, l'appli, appli, l'app, piattaforma, sito, dall'app, dell'app",
);

/** Requests for, or offers of, a payment that is irreversible or bypasses this site's protection. */
export const PAYMENT: WordRule = {
  harmless: words(`
    (?:goods|g) ?(?:and|&|n|\\+) ?(?:services?|s)
    (?:my|our|his|her|their|some|all|with|told|among|from|for) (?:close )?(?:friends? (?:and|&|n) family|family (?:and|&|n) friends?)
    (?:friends? (?:and|&|n) family|f ?& ?f|family (?:and|&) friends?) (?:sale|discount|event|promo|pairs?|edition|exclusive|colou?rway|sample|release|only sample|dress|jeans|brand|label|clothing|from tesco|at tesco)
    from f ?& ?f, tesco f ?& ?f, ff (?:logo|print|zucca|monogram|canvas|pattern|bag|belt)
    (?:bitcoin|btc|crypto(?:currency)?|ethereum|cash ?app|venmo|western union|revolut|zelle|steam|moneygram)(?: \\w{1,12}){0,2} (?:tees?|t-?shirts?|shirts?|hoodies?|caps?|hats?|prints?|logos?|merch|stickers?|patch|poster|goods|studio|brand|conference|bros?)
    crypto ?punks?, wire transfers? (?:really|so)
    (?:heat|iron[- ]on|screen|print) transfers?, swift (?:reply|response|delivery|shipping)
    (?:check|cheque) ?books?(?: (?:cover|holder))?, checks? (?:pattern|print|shirt|lining|the|this|my|your|it|in|out|with|if|that|on)
    gift cards? (?:i (?:got|had|was)|from my|at checkout|slot|holder|pocket|included), (?:bought|paid|got)(?: \\w+){0,4} gift cards?
    off[- ]white, off[- ]season, (?:venmo|zelle|cash ?app) (?:purchase |buyer )?protection, [\\w-]{3,40}\\.(?:com|net|org|info|top|xyz|site|shop|online|io|eu)
    (?:no|any|without|outside|extra) ?(?:outside|off[- ]?(?:site|platform)) (?:payments?|deals?|sales?)
  `),
  signals: {
    rail: words(`
      zelle, zel, cash ?app, cashap+, western union, money ?gram, remitly, taptap send, worldremit, chime, apple cash, revtag, revolut, revolute
      transferwise, wise (?:transfer|account|me|payment), by wise, via wise, bizum, interac, e-?transfers?, etransfers?, venmo, venmoing, paysafe(?:card)?, skrill
      neteller, webmoney, payoneer, n26, monzo(?:\\.me)?, twint, lydia, wero, paylib, satispay, postepay, swish, vipps, mobilepay, blik, tikkie, pix, payid, gcash
      bit ?coins?, btc, usdt, usdc, tether, ethereum, eth, crypto(?:currency|s)?, litecoin, ltc, dogecoin, monero, xrp, solana, binance, coinbase
      (?:bank|wire|sepa|direct|instant|international|swift|bacs|money|account|cash)[ -]?(?:to bank )?(?:transfers?|deposits?|giro|wire), wire (?:me|it|the money|us|you), (?:by|with|via) (?:a |bank )?wire, (?:send|transfer|pay|put|deposit|wire)(?: \\w+){0,3} (?:to|into|in) (?:your|ur) (?:bank|account|acct|iban), bacs, faster payments?
      transfer (?:it |the money |money |cash |funds )?(?:to|into|straight to|directly to) (?:my|me|your|ur|the) (?:bank|account|acct|card|iban)
      (?:bank )?uberweis\\w+, bankuberweisung, vorkasse, echtzeituberweisung, virements?, transferencias?, transferirme, bonific\\w+, mandat (?:cash|postal), giro postal, vaglia
      iban, sort codes?, routing (?:number|no), account number, acct (?:no|number|details), (?:my|your|ur|the) (?:bank|account) (?:details|info)
      bankverbindung, kontonummer, kontodaten, (?:mon|ton|votre|le|un) rib, coordonnees bancaires, datos bancarios, numero de cuenta, coordinate bancarie
      cash (?:in|by|through|via) (?:the )?(?:post|mail|an envelope), (?:mail|post) (?:you )?(?:the )?cash, bargeld (?:per|im) (?:post|brief|umschlag), wallet to wallet
    `),
    cheque: words(`
      cheques?, scheck, verrechnungsscheck, assegno, (?:cashier'?s|cashiers|certified|bank|banker'?s|personal|company|business|teller'?s?) (?:check|cheque|draft)s?, money orders?, bankers? draft
      (?:mail|send|sending|mailing|post|issue|overnight|write|cut|deposit|cash|pay by|pay with|by|via|accept) (?:you |u |out )?(?:a |the |my |your )?(?:check|cheque)s?
    `),
    friends: words(`
      (?:friends?|fr(?:ie)?nds?) ?(?:and|&|n|n'|\\+|\\/|or|-|,)? ?(?:family|fam|familly), family ?(?:and|&|n|\\+|\\/|or) ?friends?
      f ?& ?f, f ?\\/ ?f, fnf, f n f, f and f, f ?\\+ ?f, f-f, ffs? only, (?:as|via|by|through|do|paypal|pp) ff
      freunde? ?(?:und|&|u|\\/|\\+|-)? ?(?:der )?(?:familien?|bekannte)n?, familie (?:und|&|\\+|oder) freunde?
      amigos? ?(?:y|o|e|&|\\/) ?famili\\w+, famili\\w+ ?(?:y|o|e|&|\\/) ?amig?os?, famili\\w+ (?:e|o|&) amici, amici (?:e|o|&|\\/) (?:famili\\w+|parenti), parenti e amici
      entre proches, (?:amis?|proches) (?:et|ou|&|\\/) (?:famille|proches|amis), famille (?:et|ou|&) amis
    `),
    asFriend: words(`
      as (?:a )?(?:friends?|family|mate|pal), (?:to|for) (?:a )?friends?, (?:friends?|family) (?:option|only|payment|way|mode), personal (?:payment|transfer), ff, friends
      (?:als|an|fur) freunde?, freunde, como (?:amigo|amigos|familiar), a un amigo, amigos, comme (?:ami|amis|un ami), (?:a un|des) amis?, come (?:amico|amici), a un amico, tra amici
    `),
    asGift: words('(?:as|like) (?:a )?gift, als geschenk, como regalo, comme cadeau, en cadeau, come regalo'),
    paypal: words('paypal, pay pal, pp, ppal'),
    money: words(`
      pay, pays, paying, payment, payments, money, funds, fees?, transfer, cash, send it, zahl\\w*, bezahl\\w*, geld, gebuhr\\w*, pagar\\w*, pago, pagas, pagame, dinero, comision\\w*
      payer, payez, paye, paie\\w*, paiement, argent, frais, pagament\\w*, pagare, paghi, paga, pagami, soldi, commission\\w*
    `),
    giftCard: words(`
      (?:gift|i-?tunes|steam|google play|vanilla|razer|apple|amazon|sephora|visa gift|xbox|psn|playstation|target|walmart|nike|ebay)[ -]?(?:gift ?)?(?:cards?|gc|vouchers?), razer gold
      gutscheinkarten?, geschenkkarten?, (?:amazon|steam|google)[ -]?gutscheine?, cartes? cadeaux?, tarjetas? (?:de )?regalo, tarjetas? (?:steam|amazon|itunes|google play), carta regalo, carte regalo, buon[oi] (?:regalo|amazon)
    `),
    spends: words(`
      pay, paying, payment, buy, purchase, send, trade, scratch\\w*, take, accept, ok, okay, works?, fine, prefer, half, worth, pick up, get, use, instead, equivalent, via, codes?, numbers
      zahl\\w*, bezahl\\w*, kauf\\w*, nehm\\w*, schick\\w*, pagar\\w*, pago, compra\\w*, acept\\w*, payer, paye, achet\\w*, accept\\w*, pagare, compr\\w+, accett\\w*, mand\\w*
    `),
    around: words(`
      (?:outside|off|away from|outta|without using|without going through|not through|not thru|not via|not on|around|out of)[ -]?(?:of )?(?:the |this |of )?${SITE}, off[- ]?(?:platform|site|app|here|market), take (?:it|this) off (?:here|the app|this app|the site)
      (?:skip|bypass|circumvent|avoid|cut out|go around|get around|leave out) (?:the |this )?(?:site|app|platform|selvedge|checkout|middle ?man|marketplace), no middle ?man
      (?:between|amongst) (?:us|ourselves|you and me|the two of us), (?:rather than|instead of) (?:through |thru |on |via |using )?(?:the |this )?${SITE}
      privately, in private, under the table, privat, unter uns, ausserhalb (?:der |von |des |dieser )?${SITE}, an (?:der )?${SITE} vorbei, ohne (?:die )?(?:app|plattform|seite)
      (?:por )?fuera de (?:la |esta )?${SITE}, por fuera, sin (?:pasar por |usar )?(?:la )?(?:app|web|plataforma|aplicacion), entre nosotros, en privado
      (?:en dehors|hors) (?:de |du |de la )?${SITE}, sans passer par (?:le |la )?${SITE}, entre nous, en direct, en prive
      (?:al di )?fuori (?:da |dal |dalla |del |della )?${SITE}, senza passare (?:da|per) (?:il |la )?${SITE}, tra (?:di )?noi, in privato
    `),
    deal: words(`
      pay, pays, paying, payment, pago, paid, deal, deals, buy, buying, transact\\w*, sell, selling, checkout, do (?:it|this|that|the deal|business), settle, sort (?:it|this|that) out, arrange, complete, finish, cheaper, price, discount, fees?, commission
      cut, save, saves, saving, \\d+ ?(?:%|off), money, cash, (?:to )?deal, handle (?:it|this), make (?:it|this) happen, order, invoice
      zahl\\w*, bezahl\\w*, machen, kauf\\w*, verkauf\\w*, billiger, gunstiger, gebuhr\\w*, abwick\\w*, handel\\w*, pag\\w+, hacer\\w*, hacemos, trato, barato, venta, comision\\w*, cerramos, arregl\\w*, compra\\w*
      payer, paye, paiement, payez, faire, fait, moins cher, vente, frais, arrange\\w*, achat, acheter, facciamo, fare, conclud\\w*, meno, sconto, commission\\w*, vend\\w*, compr\\w*
    `),
    direct: words(`
      deal(?:ing)? direct(?:ly)?, direct deal, buy direct(?:ly)? from me, pay(?:ing)? (?:me |you |u )?(?:outside|offline|privately)(?! (?:pocket|zip))
      (?:pay|send|paying|paid) (?:it |me |us |you |u |the money |money |to |for it ){0,2}(?:direct|directly|straight|upfront|in advance|personally) ?(?:to me|into|to my)?, (?:cancel|cancelling) (?:the |your |my |this |ur )?order
      (?:zahl|bezahl|uberweis)\\w* (?:mir |es |mich ){0,2}direkt, pag[aoue]\\w*(?: me)? direct(?:o|amente|ement), paie\\w*[- ]moi direct\\w*, (?:me )?payer (?:en )?direct\\w*, pag\\w+ dirett\\w+
      (?:pay|send|put|transfer|deposit) (?:it |the money |me |money |payment |\\S{1,6} ){0,2}(?:in|to|into|onto|on) my (?:bank|account|card|acct|debit)
    `),
    dodgesFees: words(`
      (?:skip|avoid|dodge|evade|get around|save on|save us|saves? us both|save (?:us |both |you |me ){0,2}|saves|beat|escape|without) (?:on |all |both )?(?:the |any |those |these |their |paypal |site |app |seller |platform |selvedge |service ){0,2}(?:fees?|commission|cut)
      (?:saltamos|saltarnos|evitar|evitamos|ahorra\\w*|nos ahorramos) (?:la |las )?comisi\\w+, (?:eviter|evite|economise\\w*) (?:les |la )?(?:frais|commissions?)(?: de (?:la |l')?\\w+)?
      cut(?:ting)? out (?:the |a |any )?(?:middle ?m[ae]n|app|site|platform), cut (?:the )?(?:app|site|platform|middle ?man) out, (?:gebuhren|provision) (?:sparen|umgehen), (?:sparen|umgehen) (?:wir )?(?:uns )?(?:die )?(?:gebuhr\\w*|provision), (?:evitare|evitiamo|risparmi\\w+) (?:le )?commissioni
    `),
    advanceFee: words(`
      (?:courier|insurance|activation|customs|clearance|release|upgrade|verification|admin|refundable|unlock|unlocking|processing|handling|shipping|delivery|security|agent'?s?|transaction|escrow|conversion)(?: (?:insurance|security|activation|agent|service|guarantee))? ?(?:fees?|charges?|deposit|payment|costs?)
      insurance, shipping insurance, upgrade, upgrading, (?:kurier|versicherungs|zoll|aktivierungs|bearbeitungs|freischalt)\\w*gebuhr\\w*, versicherung, gastos de (?:envio|seguro|gestion), seguro, frais d'(?:assurance|activation|envoi), frais de (?:dossier|douane|livraison), assurance
      spese di (?:assicurazione|spedizione|attivazione), assicurazione
    `),
    comesBack: words(`
      refundable, will (?:refund|reimburse), (?:be |get |fully |gets )refunded, refunded, (?:get|have) it back, reimburse\\w*, (?:release|unlock|free) (?:the |your |ur |my )?(?:money|funds|payment|payout), money on hold, before (?:they|it|the money|your money|paypal|the payment|i|we) (?:can )?(?:release|collect\\w*|pick\\w*|is released|pay|deliver)
      erstattet, zuruckerstattet, reembols\\w*, devuel\\w*, devolver\\w*, rembours\\w*, rimbors\\w*, restitui\\w*, (?:pay|paid|pays) (?:the |a |this |for the )?(?:courier|insurance|activation|release|clearance|upgrade|refundable) (?:fee|charge|deposit)
      (?:fee|charge|deposit|insurance) (?:first|upfront|in advance)
    `),
    upgrade: words(
      'account (?:must|needs to|has to|should|had to) be (?:upgraded|expanded), (?:upgrade|expand|increase|raise|switch)\\w* (?:it |this |your |ur |the |my )?(?:paypal |zelle |account |limit )?(?:to |into |by )?(?:a |an )?(?:business (?:account|limit|profile|user)|refunding|limit)',
    ),
    change: words(`
      (?:send|refund|return|wire|forward|give|transfer)(?:ing)? (?:me |us |him |her |them |back |over ){0,2}(?:the |that |my |a )?(?:\\S{2,5} )?(?:difference|excess|extra|overpayment|surplus|rest|remainder|remaining|balance|leftover|change)(?: back)?(?! (?:in|between|of the set))
      overpaid, overpayment, (?:paid|sent|transferred|wired) (?:you )?(?:too much|extra|more than|double)(?: by (?:accident|mistake))?, (?:accidentally|mistakenly) (?:paid|made (?:a|the) payment|transferred|sent (?:you )?(?:[$€£]?\\d|too|more|double|extra|the (?:money|payment|wrong amount))), keep (?:\\S{1,5} |some |the rest |a bit |extra ){1,2}(?:extra )?for (?:your|ur|the) (?:trouble|time|troubles|inconvenience|stress|effort)
      zu viel (?:uberwiesen|bezahlt|geschickt), (?:pagado|enviado|transferido) de mas, (?:trop|plus) (?:paye|verse|envoye), (?:pagato|inviato) (?:di piu|troppo), (?:die )?differenz zuruck\\w*, devu\\w+ la diferencia, rembours\\w+ la difference, (?:rest|restituisc)\\w* la differenza
    `),
    carrier: words(`
      (?:my|the|a|our|his|her) (?:own )?(?:courier|driver|agent|mover|movers|shipper|assistant|secretary|transporter|carrier|pick[- ]?up (?:agent|guy|man|person))s?, pick[- ]?up agents?, mon (?:transporteur|livreur|coursier), mein (?:kurier|spediteur|abholer|fahrer), mi (?:transportista|mensajero|repartidor)
      il (?:mio )?(?:corriere|fattorino|trasportatore)
    `),
    brings: words(
      'cash, cheque, check, envelope, fee, fees, forward (?:it|the), pay (?:him|her|them), bargeld, umschlag, especes, enveloppe, efectivo, sobre, contanti, busta',
    ),
    deposit: words(`
      (?:send|pay|put down|put|leave|need|take|want|give|drop)(?: me| you| u| us)? (?:a |an |the )?(?:small |little |non[- ]refundable )?(?:\\S{2,5} )?(?:as )?(?:a )?(?:deposit|downpayment|down payment), anzahlung, acompte, caparra, acconto
    `),
  },
  shapes: [
    ...['rail', 'cheque', 'friends', 'dodgesFees', 'upgrade', 'change', 'direct', 'deposit'].map(alone),
    near(40, 'asFriend', 'paypal'),
    near(14, 'asFriend', 'money'),
    near(50, 'asGift', 'paypal'),
    near(50, 'asGift', 'money'),
    near(50, 'giftCard', 'spends'),
    near(40, 'around', 'deal'),
    { of: ['advanceFee', 'comesBack'], within: 60, across: true },
    near(70, 'carrier', 'brings'),
  ],
};
