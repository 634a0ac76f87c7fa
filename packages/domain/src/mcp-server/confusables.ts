// Characters in the order of their code points: how far each is from the one before, in base 36, and what it looks like.
const TABLE = `
1c o 1 l o l 10 rn f l 22 ae h x f ae 23 i x oe 1 oe 1a 'b 3 b 3 c' 3 'd 3 g 6 g' 3 l 2 k' 8 o' 1 o' 3 'p 2 r
1 2 5 't 7 'y 4 3 5 5 1 s 3 l 1 ll 2 ! 2h 3 6 8 1 8 u ? g a g g 2 y 6 i 1 i 5 w s u 4 y 5 ? f dz 3 ts 4 ls
1 lz e ' 1 '' 1 ' 1 ' 1 ' 1 ' 4 < 1 > 1 ^ 2 ^ 2 ' 2 ' 1 ' 5 : 7 - n '' 6 ' 2 '' 2 : 3r j i a 1 b 3 e 1 z 1 h
2 l 1 k 2 m 1 n 2 o 2 p 3 t 1 y 2 x a a 2 y 6 i 1 k 3 v 2 o 2 p 2 o 2 u 2 x l f c 2 a c 1 j 6 c 1 m b s 1 l
2 j 8 a 2 b 3 e 2 3 3 k 2 m 1 h 1 o 2 p 1 c 1 t 1 y 2 x 6 bl 1 b 2 lo 2 a 1 6 2 r 2 e 5 k 4 o 2 p 1 c 2 y 2 x
g s 1 i 2 j 9 w j v 1 v s r' t y 1 y c h 2 e 3 l f i 5 ae 1 ae b 3 x d b g f q 1 w 1 w 1c u 2 s 6 o 5 ' 3 '
4 w 2 q 3 q a h 8 n 4 n 1 u 4 g 3 f 1 o 4 : 1j l 3 : i l 3 v 1 ' 6 l 2 o f ll 1 l' 1 '' 1 ' 1 '' p , q l w o
p . 1 l 4 o 2 v 4 , 2 * 29 o 3 o j - 1 o r . 1 l 4 o 2 v a . 1 . 1 : 1 : 58 o a l 16 ' 1 ' 5 _ 7d : 2r o n ?
2x o 4 8 3 9 3d o 1 9 3 8 p : 2r o t 8 t o 1y o 2 9 3i o s o 2s o s o 2s o s o u o 1y o 7 9 l o 5q o 3k o
99 o z o 4n y o o 75 u 5s o 5s d 1 r 1 t 2 o' 1 i 4 y 1 a 1 j 1 e 2 ? 5 w 4 m 4 h 2 y 3 g 2 h 1 z b 4 1 b 3 r
2 w 1 s 4 v 1 s 4 l 1 c 3 p 4 k 1 d 7 6 5 g 1 b c = 1b v 4 > 5 < i ' 2 u r u' 6 p 2 d 3 b k p' 1 d' 1 b' 5 j
t l l 2 3m x 1n h 1 x a r 14 b 5 f h a p d c d 6 m 7 b 3a x 1 x 1w < 5 x a l b ' 9 k 1 m m : 1 + 20 / 5q :
6 : y2 '' 1d c b o 2 o b u 4 v 1 w 1 z 4 r 1x ue o g 9 y 7l f 2q y 7l - 2 - 1 - 3 ll 2 ' 1 ' 1 , 1 ' 1 ''
1 '' 2 '' j ' 3 ' 4 < 1 > 7 / 2 - 1 / a * 5 ~ 7 : 2k lt 3c e 6c - 3 / 1 \\ 1 * 7 oo 5 l 2 ll 3 v 2 u c : 6 ~
1a << 1 >> 1l t t v 2 u l <<< 1 >>> 12 e 38 i 1 p 6 a 3n l 25 \\\\ 87 / 2 x dx ( 1 ) 5 < 1 > 3 ( 1 ) 1 { 1 }
w + 1 - 1h / 2 \\ c t 9e x 1 x 5l \\ 3 / 1 \\ 13 >> f x 3a >< 2e /// 2 // aw r 9 h 4 l 2 k 4 m 2 n 4 o 1 o 3 p
1 p 1 c 1 c 1 t 2 y 4 x e - c / 4 9 2 3 4 l 2 6 13 \\\\ 1r v 1 e m l 2 ! 3 o 1 q 8 x 5n (( 1 )) n = cj '' 4 o
d ( 1 ) u / 31 = 1a / 79 / 1 \\ 5lu \\ 9 / h3l b 1 p 1 d 1 d 1 t 2 g 1 k 2 j 1 c 2 z 1 f 2 m 1 n 1 l 1 s 1 r
3 v 1 h 3 w 1 x 1 y 2 a 2 e 2 l 1 o 1 u 4 . 1 , 1 .. 1 ., 2 : 1 -. 1 = 7j . 1i 2 3 i 29 oo 1 oo 1y v c ? 4 2
1l t3 9 s 1 aa 1 aa 1 ao 1 ao 1 au 1 au 1 av 1 av 1 av 1 av 1 ay 1 ay h oo 1 oo b 2 g 3 4 9 9 tf 1 & h : 3 '
c f 1 f 6 u c 3 7 j 1 x 1 b ou e 3 f 8 o a r 1 r 6 u 4 u 8 y 9 uo i i c r 2 w g z m v 1 s 5 c g3z ( 1 ) 11f b
4 e 1 f 3 l 6 x 2 o 3 p 1 s 1 t 4 + 5 a 1 b 1 c 3 f 6 o 5 m 1 t 1 y 2 x r h 12 z c b 1 c 7 l 8 m 4 t 2 x 3 8
5 * 1 l 2 x 6a o h c 6 l 5 s c o h c b s 30 r e o c u 4 7 o o c u t n 3 o 2 k 4 c 1 v 8 f 1 l 1 x 10p . 22o o
fk rn 6 v 4 w 4 w 1 w b5 v 2 f 1 l 1 y 2 e 3 z 3 9 2 e 1 4 3 l 3 o 3 u 3 5 1 t 4 v 1 s 1 f 1 i 1 z 2 7 2 o
2 3 2 9 9 6 1 9 1 o 1 u 4 y 4 o 3 rn 2 z 1 w 3 c 3 x 3 w 3 c h06 v 2 t c l i l d r 5 s 1 3 4 > 1 a 2 u 1 y
e ' 1 ' jb6 { 2h . 49 3 7 v 2 \\ 3 7 1 f 3 r k l c < 1 > 3 / 1 \\ 4gc l 4 8 2t1 qe 7 ar 1x c g sss c t 3 mb
1 vb
`;

const read = (): [string, string][] => {
  const words = TABLE.trim().split(/\s+/);
  const found: [string, string][] = [];
  for (let at = 0, point = 0; at < words.length; at += 2) {
    point += Number.parseInt(words[at] as string, 36);
    found.push([String.fromCodePoint(point), words[at + 1] as string]);
  }
  return found;
};

/**
 * What looks like a text of ASCII in lower case, by the character: from the confusables of Unicode TS 39
 * (https://www.unicode.org/reports/tr39/#Confusable_Detection), as far as compatibility normalization leaves it; with a few letters that
 * common fonts do not tell apart either.
 */
export const PROTOTYPES: ReadonlyMap<string, string> = new Map(read());
