// CQL2 text (OGC 21-065): filters over properties, places and times, and ILIKE as PostgreSQL knows it.
grammar Cql2;

options { caseInsensitive = true; }

filter : condition EOF ;

condition
  : NOT condition                                                # not
  | condition AND condition                                      # and
  | condition OR condition                                       # or
  | left=scalar op=(EQ | NE | LT | LE | GT | GE) right=scalar    # comparison
  | subject=scalar NOT? op=(LIKE | ILIKE) pattern=scalar         # like
  | subject=scalar NOT? BETWEEN low=scalar AND high=scalar       # between
  | subject=scalar NOT? IN LP scalar (COMMA scalar)* RP          # in
  | subject=scalar IS NOT? NULL                                  # isNull
  | scalar                                                       # truth
  | LP condition RP                                              # group
  ;

scalar
  : LP scalar RP                                                 # nested
  | MINUS scalar                                                 # negative
  | <assoc=right> scalar op=POWER scalar                         # arithmetic
  | scalar op=(TIMES | DIVIDE | MODULO | DIV) scalar             # arithmetic
  | scalar op=(PLUS | MINUS) scalar                              # arithmetic
  | geometry                                                     # place
  | NAME LP (scalar (COMMA scalar)*)? RP                         # call
  | (TRUE | FALSE)                                               # truthValue
  | NUMBER                                                       # number
  | STRING                                                       # text
  | (NAME | QUOTED)                                              # property
  ;

geometry : (GEOMETRY_NAME | COLLECTION_NAME) NAME? coordinates ;

coordinates : LP part (COMMA part)* RP ;

part : coordinates | ordinate+ | geometry ;

ordinate : MINUS? NUMBER ;

NOT : 'NOT' ;
AND : 'AND' ;
OR : 'OR' ;
LIKE : 'LIKE' ;
ILIKE : 'ILIKE' ;
BETWEEN : 'BETWEEN' ;
IN : 'IN' ;
IS : 'IS' ;
NULL : 'NULL' ;
TRUE : 'TRUE' ;
FALSE : 'FALSE' ;
DIV : 'DIV' ;
GEOMETRY_NAME : 'POINT' | 'LINESTRING' | 'POLYGON' | 'MULTIPOINT' | 'MULTILINESTRING' | 'MULTIPOLYGON' ;
COLLECTION_NAME : 'GEOMETRYCOLLECTION' ;

EQ : '=' ;
NE : '<>' | '!=' ;
LE : '<=' ;
LT : '<' ;
GE : '>=' ;
GT : '>' ;
PLUS : '+' ;
MINUS : '-' ;
TIMES : '*' ;
DIVIDE : '/' ;
MODULO : '%' ;
POWER : '^' ;
LP : '(' ;
RP : ')' ;
COMMA : ',' ;

NUMBER : (DIGIT+ ('.' DIGIT*)? | '.' DIGIT+) ('E' [+-]? DIGIT+)? ;
STRING : '\'' (~['] | '\'\'')* '\'' ;
QUOTED : '"' (~["] | '""')* '"' ;
NAME : [A-Z_:\u0080-\uFFFE] [A-Z0-9_:.$\u0080-\uFFFE]* ;
SPACE : [ \t\r\n]+ -> skip ;

fragment DIGIT : [0-9] ;
