package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var names []string
	for _, p := range supported {
		names = append(names, p.String())
	}
	flags := flag.NewFlagSet("release", flag.ExitOnError)
	repository := flags.String("repository", ".", "release the commit that is checked out in `DIR`")
	out := flags.String("out", "dist", "write the archives or wheels and SHA256SUMS to `DIR`")
	list := flags.String("platforms", strings.Join(names, ","), "build for the platforms of `LIST`")
	wheels := flags.Bool("wheel", false, "pack wheels of Python in place of archives")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("want flags only, got %q", flags.Arg(0))
	}
	var platforms []platform
	for name := range strings.SplitSeq(*list, ",") {
		p, err := parsePlatform(name)
		if err != nil {
			return err
		}
		platforms = append(platforms, p)
	}
	return release(ctx, *repository, *out, platforms, *wheels)
}
