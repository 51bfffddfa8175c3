// expect: TLE limit=300ms quick

package main

func main() {
	for i := 0; ; i++ {
	}
}
