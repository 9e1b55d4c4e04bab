/** Passwords of eight characters and more that head every list of leaked ones, lower case. Shorter ones fail by length. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 password! password1! passw0rd p@ssw0rd p@ssword p@55w0rd
  passwort passwort1 motdepasse contraseña senha123 wachtwoord 12345678 123456789 1234567890 12345678910 123123123
  87654321 987654321 0987654321 11111111 111111111 1111111111 00000000 000000000 22222222 33333333 55555555 66666666
  77777777 88888888 99999999 11223344 1122334455 12341234 12344321 123454321 11112222 12121212 10203040 13579246
  147258369 159753456 741852963 789456123 456789123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer qwertyui qwertyuio
  qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsxedc qazwsx123
  zaq12wsx zxcvbnm1 zxcvbnm123 zxcvbnm, q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 abcd1234 abcd12345 abc12345 abcdefgh
  abcdefghi abcdefg1 abcdef123 aaaaaaaa a1234567 a12345678 a123456789 aa123456 aa12345678 1234qwer 123qweasd qwe123qwe
  123qwe123 12qwaszx qweasdzxc qweasd123 qwer1234 qwert123 q12345678 iloveyou iloveyou1 iloveyou2 iloveyou! loveyou1
  ilovegod lovelove sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball softball
  superman superman1 spiderman batman123 pokemon1 pokemon123 starwars starwars1 starwars123 whatever whatever1
  trustno1 letmein1 letmein123 letmein! welcome1 welcome12 welcome123 welcome! welcome1! changeme changeme1
  changeme123 default1 temp1234 temppass test1234 test12345 testtest testing1 testing123 administrator admin123
  admin1234 admin12345 admin@123 administrator1 root1234 rootroot toor1234 user1234 useruser guest123 guest1234
  master123 masterkey shadow12 shadow123 dragon12 dragon123 monkey12 monkey123 michael1 jennifer jennifer1 jordan23
  jordan123 michelle michelle1 jessica1 ashley12 charlie1 charlie123 daniel123 danielle matthew1 nicholas andrew123
  anthony1 elizabeth elizabeth1 samantha samantha1 victoria victoria1 alexander alexander1 alexandra benjamin
  jonathan christian christopher stephanie patricia veronica caroline isabella gabriela fernando alejandro
  computer computer1 internet internet1 samsung1 samsung123 microsoft google123 facebook facebook1 facebook123
  linkedin linkedin1 instagram youtube1 twitter1 myspace1 hello123 hello1234 hellohello helloworld goodluck
  liverpool liverpool1 arsenal1 chelsea1 chelsea123 barcelona barcelona1 realmadrid manchester juventus
  cowboys1 steelers steelers1 yankees1 redsox04 lakers24 corvette mustang1 mustang69 ferrari1 mercedes mercedes1
  chocolate chocolate1 butterfly butterfly1 cheesecake strawberry blueberry pineapple snowball rainbow1 flower123
  midnight midnight1 maverick phoenix1 creative diamond1 precious blessed1 jesus123 jesuschrist godisgood
  freedom1 remember secret123 mypassword mypassword1 newpassword nopassword thepassword yourpassword letmeinnow
  summer2023 summer2024 summer2025 summer2026 winter2023 winter2024 winter2025 winter2026 spring2024 spring2025
  autumn2024 autumn2025 monday123 january1 december security security1 killer123 mother123 soccer12 hockey123
  correcthorsebatterystaple`
    .split(/\s+/)
    .filter(Boolean),
);
