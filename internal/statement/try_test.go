package statement
import ("testing";"fmt";"os")
func TestTry(t *testing.T){ b,_:=os.ReadFile(os.Getenv("TRY")); s,err:=Render(b, os.Getenv("KIND"), Options{Width:70, Title: "Nim", Constants: map[string]string{"maxn":"10^5"}, Samples: []Sample{{Name:"1",Input:"3\n1 2 3\n",Answer:"SECOND\n"},{Name:"2",Interaction:"<5\n>3 4\n---\n<0\n"}}}); fmt.Println(s,err)}
