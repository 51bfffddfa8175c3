// Package exchange carries problems between grundy and other judges. It makes packages that stand alone for the ICPC
// format 2025-09, its legacy version and DOMjudge, and makes packages of what Polygon, CMS, Kattis, DOMjudge and oj keep.
//
// It knows how each format says a thing, and where the other one says it. What has no place is never dropped in silence:
// every key and every file of the source either becomes part of the package or of its notes. Importers are here rather
// than among the loaders of package problem because they do not judge what they read: they write a package, with
// programs wrapped by scripts, that every judge of the format can take. It runs nothing, has others compile, and does not know whether a
// package is right; author.Verify does.
//
//	packed, err := exchange.Export(ctx, nim, exchange.DOMjudge, compile)
//	…
//	defer packed.Close()
//	for _, note := range packed.Notes {
//		fmt.Fprintln(os.Stderr, note)
//	}
//	err = packed.WriteZip(ctx, "nim.zip", false)
package exchange
