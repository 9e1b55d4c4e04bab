import { ASKS, alone, near, type WordRule, words } from './words.ts';

const CODE = '(?:codes?|pins?|numbers?|digits?|passcodes?|passwords?|keys?|tokens?|sms|text)';

/** Requests for credentials or card data: a code from a text message, a password, a card number. */
export const CODE_RULE: WordRule = {
  harmless: words(`
    (?:zip|post(?:al)?|dress|discount|promo|promotion|coupon|voucher|tracking|date|style|product|colou?r|qr|bar|area|country|season|factory|sku|care|wash|size|item|serial|fabric|referral|heat|box|label|batch|lot|model|sample|drop[- ]?off|return|returns|shipping|source|cheat|pantone|rn|ca|morse|reference|ref|authenticity|certilogo|nfc|chip|collect\\w*|locker|door|gate|stamp|article|order|invoice|parcel|postage|catalog(?:ue)?|gift)[ -]?(?:codes?|numbers?|pins?|no)
    (?:code|codigo|codice|numero|code) (?:de |d'|di |du |del )?(?:suivi|seguimiento|descuento|promo\\w*|reduction|sconto|postal\\w*|tracciamento|spedizione|serie|couleur|color|style|modelo|rastreo|envio|prodotto|articolo|article|produit)
    (?:rabatt|gutschein|sendungs|artikel|farb|post|style|serien|produkt|tracking|versand)-?(?:codes?|nummern?)
    sort codes?, (?:bank )?account (?:numbers?|no), codice fiscale, authenticity card(?: number)?, card (?:holders?|slots?|case|wallet|pocket), (?:post|greeting|business|thank you) ?cards?, pin ?stripes?, pin ?tuck, (?:enamel|brooch|lapel|safety|hat) pins?, pins? missing
    (?:forgot|forgotten|reset|lost|changed|entered|typed|locked out|updating|update)(?: \\w+){0,2} (?:my|the) (?:password|login|pin|passcode|card|code), my (?:login|password) (?:was|is|were|wasn'?t|isn'?t|keeps|stopped), combination lock, security (?:tags?|device)(?: \\w+)?
    (?:gift|itunes|steam) cards? (?:i got|from), not (?:sending|giving|sharing)(?: \\w+){0,2} (?:card details|password|codes?|pin)
  `),
  signals: {
    asks: words(ASKS),
    secret: words(`
      (?:verification|verif|verify|security|log-?in|sign-?in|sms|otp|one[ -]?time|2 ?fa|two[ -]factor|auth(?:entication|enticator|ori[sz]ation)?|access|google(?: voice)?|whats ?app|telegram|instagram|facebook|apple(?: id)?|paypal|bank|reset|recovery|backup|confirmation|activation|secret|pairing|linking|validation|account|text)(?: \\w{2,8})? ?${CODE}, codes? (?:on|from|off) (?:the )?(?:back|card)s?
      otp, o\\.t\\.p, otps, 2 ?fa, tan, totp, passcodes?, passwords?, passwort, kennwort, pass ?word, passwrd, pw, pwd, (?:your|ur) (?:pass|pin|log-?in|login (?:details|info|data)|log in|credentials|account (?:login|access|credentials)), authenticator(?: app)?, credentials, login details
      (?:numbers?|digits) (?:on|from|of) (?:the )?(?:front|back)(?: and back| side)? of (?:your|ur|the) (?:\\w+ )?card, pin ?codes?, card pin, pin number, atm pin, cvv2?, cvc2?, card (?:numbers?|details|no|info|data|digits), (?:long|16|sixteen|full)[ -]?(?:digits?)? ?(?:card )?(?:number|digits)(?: (?:on|of|from) (?:the )?(?:front|your|ur|card))?, (?:credit|debit|bank) card(?: (?:number|info|details|photo))?, expiry(?: date)?, expiration date
      (?:3|three|last 3|last three) (?:digits?|numbers?) (?:on|at) (?:the )?back, (?:bank|online|internet)[ -]?(?:banking)? ?(?:login|log in|password|credentials|details login), online banking (?:details|login|access), (?:seed|recovery|secret) phrase, private key, security (?:question|answer)s?, mother'?s maiden name
      (?:bestatigungs|sicherheits|verifizierungs|sms|anmelde|zugangs|aktivierungs|login|freigabe|whatsapp|einmal|pruf|auth)-?(?:codes?|pin|ziffer|nummer|zahl|passwort|kennwort), kartennummer, kreditkarte\\w*, kartendaten, geheimzahl, prufziffer, zugangsdaten, login-?daten, anmeldedaten
      codigos? (?:de |por )?(?:verificacion|confirmacion|seguridad|acceso|sms|whatsapp|autenticacion|activacion|6|seis), contrasena, clave(?: (?:de )?\\w+)?, numero de (?:la |tu |su )?tarjeta, datos de (?:la |tu |su )?tarjeta, la tarjeta
      codes? (?:de |par |d')?(?:verification|confirmation|securite|validation|sms|connexion|whatsapp|acces|authentification|6|a 6), mot de passe, mdp, numeros? de (?:la |ta |votre )?carte, carte bancaire, cryptogramme, identifiants, code secret
      codic[ei] (?:di |via |per )?(?:verifica|conferma|sicurezza|accesso|sms|whatsapp|autenticazione|6|sei|otp), numero (?:della |di )?(?:tua )?carta, dati (?:della )?(?:tua )?carta, credenziali
    `),
    code: words(
      'codes?, pins?, tokens?, codigos?, codic[ei], cod, kode, kod, (?:the|a) (?:number|digits|numbers), nummer, zahlencode, chiffres, cifre, cifras, numeros',
    ),
    digits: words(`
      (?:[4-8]|four|five|six|seven|eight)[- ]?(?:digits?|digit (?:code|number|pin)|numbers?|figures?|figure code|numeric), (?:4|5|6|8|vier|sechs)-?(?:stellige\\w*|ziffern|zahlen), (?:[4-8]|seis|cuatro|six|quatre|sei|quattro) (?:digitos|cifras|numeros|chiffres|cifre|numeri)
    `),
    arrived: words(`
      (?:you|u|ya|you'?ve|you'?ll|uve)(?: \\w{2,8}){0,3} (?:got|get|gets|getting|received|receive|recieved|recieve|receiving|see), (?:sent|send|texted|text|messaged|emailed|send(?:ing)?|texting)(?: it| one| a| that| out)? ?(?:to )?(?:you|u|ya|ur (?:phone|number|email|cell|mobile)|your (?:phone|number|email|cell|mobile))
      (?:will|should|gonna|about to|just)(?: \\w{2,6}){0,2} (?:get|receive|come|came|arrive|pop up), (?:on|to|in|from) (?:your|ur) (?:phone|mobile|cell|screen|messages|texts|inbox|sms|number), popped up, came through, comes through, when it (?:comes|arrives|lands), it (?:sent|texted) (?:you|u)
      (?:by|via|per|por|par|through|in|an|the|un|en|da) (?:sms|text|text message|mensaje), we (?:have )?(?:just )?(?:sent|texted|emailed), i (?:just |have )?(?:sent|texted|am sending|sending), did (?:you|u) get, from (?:the|your|ur) (?:sms|texts?|messages?|e-?mail|phone|inbox), (?:check|look at|see|open) (?:your|ur) (?:texts|messages|phone|sms|inbox), aus der sms, du sms, del sms, dell'sms, dall'sms, to prove, to verify, expires, starts with, verify (?:you|u|it), (?:you|u|ur) (?:are|r)? ?(?:real|legit|human|not a bot)
      bekommen, bekommst, erhalten, erhaltst, gekommen, geschickt, handy, zugeschickt, auf (?:dein|ihr) (?:handy|telefon), ankommt, angekommen, per sms
      (?:te|le|os) (?:ha |han |va a |acaba de )?(?:llega\\w*|envi\\w+|mand\\w+|llegue|llego|salga|salio|aparec\\w+), recib\\w+, al movil, al telefono, movil, recu, recois, recevez, recevoir, recevras, telephone, portable, arrive\\w*, vient d'arriver
      ricevut\\w+, ricevi\\w*, arrivat\\w+, arriva, arrivera\\w*, cellulare, telefono, ti (?:ho )?(?:mandato|inviato)
    `),
    bareCode: words(
      "(?:what'?s|what is|what was|wheres|where'?s|send|give me|tell me|need|got) (?:me )?(?:the|ur|your|that) (?:codes?|otp)(?= ?(?:\\?|$|pls|please|so|to|and|i|now|asap|bro|quick)), (?:code|pin) (?:pls|please|plz|bitte|por favor|stp|svp)",
    ),
    garment: words(`
      tags?, hang ?tag, labels?, bar ?code, printed, lining, pocket, serial, stamped, hologram, stitch\\w*, embossed, inside, sewn, hem, zip, sole, insole, tongue, box, receipt, checkout, season, certilogo, colou?r, wash, sticker, listing, tracking, parcel, dhl, ups, usps, locker, discount
      off, % off, sale, etikett\\w*, innen, schild, etiquette, interieur, etiqueta, dentro, interior, etichetta, interno, size, style, price, sizes, measure\\w*, order, lock, shop, store, website, newsletter
    `),
    texts: words(
      'sms, text, texts, text message, phone, mobile, messages, inbox, handy, movil, telephone, cellulare, sent, received, got, texted, receive',
    ),
    grabs: words(`
      (?:screenshot|screen ?shot|photo|pic|picture|forward|copy)(?:ing)?(?: me)? (?:of )?(?:the |that |ur |your )?(?:sms|text|text message|message) (?:from|you|u|that|we|i), (?:front and back|both sides|picture|photo|pic|foto|image)(?: picture| photo| pic)? (?:of |von |de |della )?(?:your |ur |the |deiner |tu |ta |votre |tua )?(?:bank |credit |debit |visa )?(?:card|karte|tarjeta|carte|carta)
      (?:gift|steam|itunes|amazon|apple|google play|razer|vanilla) cards? (?:\\w+ ){0,3}(?:send|tell|give|share|text|read|with|scratch)(?: \\w+){0,4} codes?
      screenshot (?:the|that|ur|your) (?:sms|text|message)
      (?:log|sign)(?:ging|ing)? ?in(?:to)? (?:as you|to your account|with your|on your account|your account|for you), access to (?:your|ur) (?:account|email|bank), (?:remote|screen) ?(?:access|share) (?:to|with|app)
      (?:my|our) (?:code|verification code|whatsapp code)(?: \\w+){0,4} (?:to|on) (?:your|ur) (?:number|phone|mobile|cell), (?:put|use|used|enter|entered) (?:your|ur) (?:number|phone number|phone|email) to (?:receive|get|log|verify)
      (?:your|ur|you) (?:email|e-mail)(?: \\w+)? (?:and|with|\\+) (?:the |your |ur )?(?:password|pass|pw)
    `),
  },
  shapes: [
    near(60, 'secret', 'asks'),
    alone('grabs'),
    { of: ['bareCode'], within: 30, unless: 'garment' },
    { of: ['digits', 'asks'], within: 30, unless: 'garment' },
    { of: ['code', 'arrived'], within: 34, unless: 'garment' },
    { of: ['code', 'asks', 'arrived'], within: 70, unless: 'garment', across: true },
    { of: ['digits', 'texts'], within: 40, unless: 'garment', across: true },
    { of: ['digits', 'arrived', 'asks'], within: 60, unless: 'garment', across: true },
  ],
};
