// Package play lets people play the games of interactive problems: the person is the submission, and the package's own
// interactor is the judge. A Game is the evening, a Table is one game on it: it draws the position, explains what the
// rules forbid, hints, and tells why. It knows neither sandbox nor command line.
//
//	game := play.Game{Interactor: interactor, NewTable: play.TableOf(uuid), ReadLine: editor.ReadLine, Out: editor, …}
//	end, err := game.Play(ctx)
//
// An interactive problem whose game has no Table is played in the words of its protocol.
package play
