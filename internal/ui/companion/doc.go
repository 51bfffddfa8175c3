// Package companion talks with two extensions of browsers: it hears the problems that Competitive Companion reads on the pages of
// contest sites, and hands solutions to cph-submit, which fills the forms of some sites.
//
//	seat, err := companion.Take(ctx, dir, func(o companion.Owner) { … }) // one process of a person hears
//	listener, err := companion.Listen(0)
//	inbox := companion.Inbox{Dir: "solutions", Source: …}
//	err = listener.Serve(ctx, func(page plain.Page) { inbox.Put(page) }, func(reason string) { … })
//
// It does not know how sources begin, and opens no browser.
package companion
