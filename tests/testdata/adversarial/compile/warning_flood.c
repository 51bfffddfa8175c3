// expect: CE
#define A(x) x x x x x x x x x x
#define W _Pragma("GCC warning \"flood flood flood flood flood flood\"")
A(A(A(A(W))))
#error the end
