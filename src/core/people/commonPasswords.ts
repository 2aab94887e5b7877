/**
 * Popular long passwords, which attackers try first. In lower case, without leading and trailing digits and
 * punctuation, since these add little strength. `weakPassword.ts` has rules for repetitions and keyboard rows.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd pa$$word pass passwd passphrase mypassword thepassword newpassword
  yourpassword userpassword defaultpassword temppassword temporarypassword secretpassword longpassword strongpassword
  goodpassword securepassword safepassword simplepassword adminpassword rootpassword testpassword guestpassword
  password one password1password password is password password123password motdepasse contraseña wachtwoord hasło senha
  secret topsecret mysecret verysecret supersecret supersecretpassword thisissecret secretsecret
  admin administrator administrador superadmin superuser sysadmin root toor user username testuser guest default
  adminadmin admin123admin rootroot test testing testtest tester demo example sample temp temporary
  welcome welcomehome welcomeback willkommen bienvenue bienvenido hello helloworld hellokitty hellothere goodmorning
  changeme changemenow changemeplease pleasechangeme changeit changethis changethispassword letmein letmeinnow
  letmeinplease pleaseletmein opensesame openthedoor
  iloveyou iloveyouso iloveyousomuch iloveyouforever iloveyoubaby iloveyoumom iloveyou2 ilovejesus ilovemyself
  ilovemyfamily ilovemymom loveyou loveyouforever lovelove mylove myloveforever forever foreverandever foreveryoung
  tequiero teamo jetaime ichliebedich
  qwerty qwertz azerty qwertyuiop qwertyqwerty 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx qazwsxedc
  qazwsxedcrfv 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsx zaq1zaq1 zaq1xsw2 zaq1xsw2cde3 asdfghjkl asdf zxcvbnm
  q1w2e3 1q2w3e a1b2c3 a1b2c3d4 a1b2c3d4e5f6 abc abcd abcdef abcdefg abc123def456 1a2b3c4d5e6f
  football footballer basketball baseball volleyball superman superwoman spiderman batman batmanandrobin wonderwoman
  starwars startrek pokemon pikachu minecraft fortnite dragon dragonball dragonballz harrypotter hogwarts gandalf
  lordoftherings gameofthrones sherlockholmes mickeymouse donaldduck princess sunshine sunflower butterfly chocolate
  strawberry pineapple watermelon blueberry cheesecake computer internet microsoft windows google facebook instagram
  youtube linkedin github samsung apple iphone android manchesterunited manchester liverpool liverpoolfc chelsea
  chelseafc arsenal arsenalfc realmadrid barcelona fcbarcelona juventus bayernmunich corinthians flamengo
  michael jennifer christopher alexander elizabeth stephanie christian charlotte jessica ashley daniel matthew
  monkey master shadow trustno trustnoone trustnobody freedom whatever nothing something anything everything
  unknown anonymous godisgood godislove godblessme jesuschrist jesuslovesme jesusislord blessed blessings
  mother father family mommy daddy babygirl babyboy sweetheart beautiful beautifulgirl handsome loveme
  summer winter spring autumn january february september october november december monday friday saturday
  qwerty123qwerty letmein123letmein correcthorsebatterystaple correct-horse-battery-staple thequickbrownfox
  thequickbrownfoxjumps tobeornottobe maytheforcebewithyou onceuponatime happybirthday merrychristmas happynewyear
  thisisapassword thisismypassword thisispassword mypasswordis idontknow idontknowit idontcare iforgot iforgotit
  nopassword nopasswordneeded fuckyou fuckyoubitch fuckoff motherfucker asshole bitch
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);
