import { MAIL, PHONE } from './plain.ts';
import { ASKS, alone, near, oneOf, type WordRule, words } from './words.ts';

/** Names that unambiguously mean a messenger. */
const CHAT = oneOf(
  'whats ?app?s?, what ?sapp?, whatsap+, wh?ats?ap+, watsapp?, wasapp?, wassap+, wapp, guasap, wsp, whatapp, viber, wechat, we chat, imessages?, i-message, kik, threema, skype, kakao ?talk, google chat, google hangouts, hangouts, fb messenger, facebook messenger, facetime, teleguard, wickr',
);
/** Names with other meanings, or of sites that are mostly for viewing pictures. */
const APP = oneOf(
  'telegram, tele ?gram, tele, tg, signal, signal app, discord, snap ?chat, snap, instagram, insta, ig, insta ?gram, messenger, facebook, fb, wa, tiktok, tik tok, twitter',
);
const ANY = `(?:${CHAT}|${APP})`;
const VIA = oneOf(
  'on, via, over, through, by, using, with, at, to, in, per, auf, uber, bei, mit, zu, por, en, al, a, sur, par, via, su, tramite, con, into, through, onto',
);
const OWN = oneOf(
  "my, our, the, mein, meine?[mnr]?, dein, deine?[mnr]?, mi, tu, mon, ma, ton, ta, votre, il mio, mio, tuo, il tuo, your, ur, me, me on, an?, l'",
);
const NUMBER = oneOf(
  '(?:cell|mobile|phone|whats ?app|telephone|contact|mob|wa|fone|ph)?[ -]?(?:phone )?(?:number|no\\.?|num|nr|#), cell, cellphone, mobile, phone, digits, e-?mail(?: address| addy)?, mail(?: address)?, contact(?: info| details| number)?, contacts, handle, @, \\w{0,8}(?:nummer|nr), handy, e?-?mail-?adresse, numero(?: de (?:telefono|movil|telephone|tel|whatsapp))?, telefono, movil, correo, whatsapp, num, tel, 06, adresse (?:mail|e-?mail), portable, numero di (?:telefono|cellulare), cellulare, contatto, insta, ig, instagram, snap, snapchat, telegram, discord, facebook, fb, tele',
);
const YOUR = oneOf(
  'your, ur, yr, deine?, deine[rn]?, ihre?, eure, tu, su, ton, votre, ta, il tuo, tuo, la tua, the best',
);
const SITE = oneOf(
  "site, website, app, platform, selvedge, here, this app, chat, plattform, seite, plataforma, web, aqui, plateforme, l'appli, appli, l'app, piattaforma, sito, dall'app, system",
);

/** Invitations to talk elsewhere, where admins can neither look up nor act on what was said. */
export const LEAVE: WordRule = {
  harmless: words(`
    (?:saw|seen|see|found|find|posted|posts?|photos?|pics?|pictures?|story|page|profile|feed|sold|shop|brand|store|ad|advert|worn|looks?|review|reel|famous|trending|followers|spotted|shared|featured|tagged) (?:it |this |that |one |them |these )?(?:on|from|in|over on) (?:your |ur |my |their |his |her |the |an? )?(?:${ANY}), (?:it|this|one|these|that) (?:on|from) (?:your|ur|their|his|her) (?:${ANY})
    (?:code|codes|codigo|codice|pin|number|digits)(?:,? [\\w']+){0,7} (?:sms|phone|movil|telefono|handy|telephone|portable|cellulare), e-?mail and (?:the |your |ur )?pass\\w*
    (?:an|his|her|their|the) ${APP} (?:shop|page|post|account|story|ad|brand|feed), your ${APP} (?:page|post|story|feed|photos?|pics?)
    the (?:daily )?telegram, telegram (?:print|style|bag|tee|shirt|article|logo|motif), signal (?:red|orange|yellow|green|blue|jacket|to you|colou?r), (?:messenger|facebook|discord|instagram|whatsapp|google) (?:bags?|tees?|hoodies?|shirts?|prints?|merch|caps?)
    snap (?:buttons?|closures?|fasten\\w*|front|buttons|fits?|pockets?|back|tape|hem), snaps, oh snap, cold snap, snap shut, (?:a|the) snap (?:is|on|at|missing|broken|came)
    (?:whatsapp|telegram|instagram|discord|google) (?:verification |login |security )?(?:code|pin)
    (?:order|tracking|invoice|item|reference|ref|style|model|rn|ca|lot|serial|size|parcel|tag|article|receipt|product|account|card|long|return|flat|house|registration|eori|vat|batch)(?: number| no| id| #| nr)?(?:'s| is|:| was)? ?(?:#|${PHONE})
    (?:order|tracking|invoice|item|reference|style|model|rn|lot|serial|parcel|size|article|batch|season|lowest|card|account|house|flat|right|magic|higher|lower) (?:number|no|num|digits), number (?:on|in|inside|of|below|printed|under) (?:the|your|ur)?, measurements?(?: \\w+)? ${PHONE}
    (?:sent|came|code|arrived|received|texted)(?: \\w+)? (?:on|to|in|from) (?:your|ur) (?:mobile|phone|cell|number|e-?mail)
    call it (?:a (?:day|deal)|even|\\d+), call me (?:crazy|old|picky|paranoid|weird), (?:call|text|email) (?:from|it), email (?:from|support|selvedge|confirmation|them), paypal(?: is| e?-?mail is| address is| to|:)? ${MAIL}
    (?:phone|mobile|cell) (?:pocket|case|pouch|holder|camera|photos?|pics?), (?:text|message|mail) on, in line(?: with)?, a ?-?line, on line, the line, waist line, dress line, by the phone, on my phone, via the app
    (?:on|via|in|through|over) (?:the )?(?:selvedge|this) (?:app|chat|site|messenger), (?:message|dm|text|write) (?:me |you )?(?:on )?here
  `),
  signals: {
    chat: words(`${CHAT}`),
    viaApp: words(`(?:${VIA}) (?:(?:${OWN}) )?${APP}(?: app)?`),
    talk: words(`
      message\\w*, msg, text\\w*, txt, contact\\w*, add, dms?, dm'?ing, write, reach\\w*, talk\\w*, chat\\w*, continue, move, moving, switch, call, ring, find, hit, ping, go, come, hop, jump, slide, discuss, deal, reply, respond, answer, speak, hmu, send, sending, get me, get hold, take (?:this|it), catch, follow (?:me|us|my), carry on, pm, shoot, join, drop, holla, shout, sort, buzz, communicate, connect, easier, faster, quicker, better, more responsive, always, mostly, active, available, i'?m, im, i am, let'?s, lets, instead, there
      schreib\\w*, meld\\w*, kontaktier\\w*, reden, weiter, wechseln, komm\\w*, schick\\w*, erreich\\w*, add\\w*, finde\\w*, ich bin, einfacher, schneller, lieber, besser, antworte\\w*, texte\\w*, klaren
      escrib\\w+, habl\\w+, contact\\w*, mand\\w+, busca\\w*, agrega\\w*, anade\\w*, estoy, pasa\\w*, vamos, seguimos, mejor, mas (?:rapido|facil), charl\\w*, envi\\w+, responde
      ecri\\w+, parl\\w+, envoy\\w+, envoi\\w*, rejoin\\w*, ajoute\\w*, retrouv\\w*, continu\\w+, passe\\w*, passons, discut\\w+, je suis, plus (?:simple|rapide|facile|pratique), repond\\w*, viens, venez
      scriv\\w+, contatt\\w+, sono, sentiamo\\w*, spost\\w+, passiamo, aggiung\\w+, trov\\w+, rispond\\w+, piu (?:veloce|facile|comodo|semplice), meglio, mandami, continuiamo, vieni
    `),
    asksApp: words(`
      (?:do|have|got|use|are|any|is there) ?(?:you|u|ya|we|i)? ?(?:have|got|use|on|got an|got any)?(?: an?| your| any| on)? ${APP}(?= ?(?:\\?|$|so|to|or|number|handle|i|where|for|@|at all))
      (?:hast|haben|benutzt|nutzt|bist) (?:du|sie|ihr) (?:auch )?(?:auf |bei )?${APP}, (?:tienes?|usas?|tendras|estas en) ${APP}, (?:tu as|t'as|vous avez|avez[- ]vous|as[- ]tu|t'es sur|tu es sur) ${APP}, (?:hai|usi|avete|sei su) ${APP}
      (?:what'?s|whats|what is|drop|send|give me|gimme|share|lmk|tell me|need)(?: me)? (?:your|ur|yr|a) ${APP}, (?:add|follow|try|check|dm|hit up|hmu on|hit|message|msg|contact|see) (?:me |us )?(?:on |at |via |up on )?(?:my|our|the) ${APP}, (?:my|our|mein|mi|mon|il mio) ${APP}(?: name| handle| id| user\\w*| tag)?(?: is| ist| es| est| e|:|=|,| @)
      (?:${APP}) (?:me|us), (?:i'?m|im|i am|find me|hit me(?: up)?|catch me|hmu|reach me|get me|ich bin|estoy|je suis|sono) (?:@?[\\w.#]{2,24} |also |always |only |mostly |more active ){0,2}(?:on|at|auf|bei|en|sur|su) ${APP}, join (?:my|our|the) (?:\\w+ )?(?:${APP}|server|group ?chat|group|channel)
      (?:${APP}) (?:or ${ANY} )?(?:works|is|would be|might be)(?: \\w+)? (?:easier|better|faster|quicker|best|fine|ok)(?: for me)?, \\w{3,20}#\\d{3,4}
    `),
    barApp: words(
      `(?<=^[^\\w\\n]*(?:(?:ok|hey|hi|yo|got|any|u|on|or|have|maybe|also|and) ){0,2})(?:${APP}) ?(?:\\?|:)`,
    ),
    handle: words(`@ ?[a-z_.][\\w.]{2,}, (?:same|user) ?name, handle, username, same @`),
    app: words(APP),
    phone: words(`${PHONE}`),
    mail: words(`${MAIL}`),
    shortPhone: words(
      '\\d{3}[ .-]\\d{4}, \\d{3}[ .-]\\d{3}[ .-]\\d{2,4}, \\d{4,5}[ .-]\\d{3,6}, (?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|null|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun)[ ,-]{1,2}){4,12}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun)',
    ),
    rings: words(`
      text, txt, call, ring, sms, contact, reach, phone, hit, hmu, whatsapp, number, cell, mobile, line, tel, tell?, telephone, handy, \\w{0,8}nummer, num, numero, imessage, message, msg, buzz, dial, me on, catch me, write, ping
      ruf\\w*, anruf\\w*, schreib\\w*, meld\\w*, erreich\\w*, llama\\w*, escrib\\w+, movil, telefono, appel\\w*, portable, ecri\\w+, joindre, joignable, chiam\\w+, scriv\\w+, cellulare, contatt\\w+, contact\\w*
    `),
    bareNumber: words(
      `(?<=^[^\\w\\n]*(?:(?:it'?s|its|here|here's|yes|yeah|sure|ok|my|mine|number|is|me|this is|hi|hey|im|i'm|on) ?){0,4}:? ?)${PHONE}(?=\\W*$)`,
    ),
    asks: words(ASKS),
    yourNumber: words(
      `(?:${YOUR}) (?:best |direct |personal |private )?${NUMBER}(?= ?(?:[?.!,)]|$|so|and|to|for|please|pls|plz|i|i'?ll|ill|we|here|or|then|bitte|damit|dann|y|para|por|et|pour|stp|svp|e|per|cosi|thx|thanks|if|n|bro|mate|babe|dear|in case))`,
    ),
    asksNumber: words(
      `(?:a|an|eine?|un) (?:phone|cell|mobile|contact|whats ?app|telephone) ?number, an? e-?mail address, (?:best|good) (?:number|e-?mail|way) to (?:reach|contact|call|text), e-?mail (?:is|would be|works)(?: \\w+)? (?:better|easier|best|faster|quicker), (?:may|can|could) (?:i|we) (?:please )?(?:have|get|grab|take) (?:your|ur|a) ${NUMBER}, (?:have|got) (?:you )?(?:a|an) (?:number(?! in)|phone number|email|cell)(?: (?:i|we|for|to) \\w+)?, (?:here'?s|this is|take|have|save|use|heres|on|got) my (?:number|cell|email|phone number|digits|mobile), my (?:number|cell|digits|email|mobile)(?:'s| is| in|:), (?:number|email|contact|insta|ig|whatsapp|details|handle) (?:is )?(?:in|on) (?:my )?(?:bio|profile|page)`,
    ),
    reachMe: words(`
      (?:text|txt|call|ring|phone|e-?mail|mail|facetime|sms|snap|skype|imessage|zoom|fone|bell) (?:me|us|my (?:husband|wife|son|daughter|cousin|assistant|brother|sister|boss|partner|friend|number|phone|cell|mobile|agent))
      (?:can|could|may|shall|let me|i can|i'?ll|ill|i will|want to|happy to|i could) ?(?:i|me|we|just)? ?(?:call|ring|phone|text|e-?mail|facetime|sms) (?:you|u|ya)(?! (?:an?|the|out|crazy|mad)\\b)
      (?:swap|exchange|trade) (?:phone |our )?(?:numbers|contacts|e-?mails|contact details|socials), video ?call, (?:on|via|over) zoom, (?:give|gimme|shoot|drop|send|pop|ping)(?: me| us)? (?:a |an )(?:quick )?(?:call|ring|bell|text|buzz|sms|e-?mail|txt|tinkle), (?:hop|jump|get|go) on (?:a|the) (?:quick )?(?:call|phone|video call)
      (?:talk|chat|speak|discuss|continue|move|take this|take it|carry on|switch|do this|do it|arrange|sort|easier|better|quicker|faster|let'?s|lets|prefer|rather)(?: \\w{1,10}){0,4} (?:over|by|via|on|through|to) (?:the |a )?(?:phone|e-?mail|text|texts|sms|call|video call)
      (?:deal|buy|sell|prefer)(?: \\w+)? (?:by|over|via) (?:phone|email|text), hit my (?:line|phone|cell), slide (?:in|into|in to) my dms?, (?:in|on|check) my bio, (?:my|our) (?:own )?(?:web ?site|web ?shop|discord server)(?= (?:instead|for|is|has|to))
      ruf(?:e|t|en)?(?: \\w+)? (?:mich |mir )?(?:an|durch), anrufen, telefonier\\w*, (?:per|via) (?:e-?mail|sms|telefon), (?:schreib|schick)\\w*(?: \\w+){0,3} (?:e-?mail|mail|sms)
      llama(?:me|dme)?, llameme, te llamo, (?:por|al) (?:correo|telefono|mail|email|sms|movil), appel(?:le|ez)[- ]moi, (?:je|on) (?:t'|vous )appelle, par (?:mail|e-?mail|sms|telephone|texto)
      chiam(?:ami|atemi), ti chiamo, ci sentiamo (?:al|per|via)(?: \\w+)?, (?:via|per) (?:mail|e-?mail|sms|telefono)
    `),
    away: words(`
      (?:off|outside|away from|outta|out of|other than|not on)(?: of)? (?:the |this )?${SITE}, off[- ]?(?:site|platform|app), elsewhere, somewhere (?:else|private|more private), (?:another|a different|some other) (?:app|platform|place|site), privately, in private
      ausserhalb (?:der |von |des |dieser )?${SITE}, woanders, privat, fuera de (?:la )?${SITE}, (?:por |en )?otr[ao] (?:lado|sitio|app|aplicacion), en privado, (?:en dehors|hors) (?:de |du |de la )?${SITE}, ailleurs, en prive, fuori (?:da |dal |dalla )?${SITE}, altrove, in privato
    `),
    converses: words(`
      talk\\w*, chat\\w*, continue\\w*, communicat\\w*, discuss, move, take (?:this|it|things|the conversation), keep (?:this|it|things), speak, message, text, contact, reach, conversation, carry on, dm
      reden, schreib\\w*, unterhalten, weiter\\w*, habl\\w+, seguir, seguimos, continu\\w+, charl\\w*, parl\\w+, discut\\w+, ecri\\w+, sentir\\w*, scriv\\w+
    `),
    deepLink: words(
      '(?:api\\.|chat\\.)?wa\\.me, t\\.me, telegram\\.me, (?:chat|api|web)\\.whatsapp\\.com, m\\.me, signal\\.me, signal\\.group, discord\\.gg, discord\\.com/invite, ig\\.me, snapchat\\.com/add, linktr\\.ee, u\\.wechat\\.com, line\\.me, join\\.skype\\.com',
    ),
  },
  shapes: [
    ...['chat', 'mail', 'asksApp', 'barApp', 'bareNumber', 'asksNumber', 'reachMe', 'deepLink'].map(alone),
    near(36, 'viaApp', 'talk'),
    near(24, 'app', 'handle'),
    near(24, 'app', 'phone'),
    near(40, 'phone', 'rings'),
    near(16, 'shortPhone', 'rings'),
    near(20, 'yourNumber', 'asks'),
    near(24, 'converses', 'away'),
  ],
};
