package cli

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"grundy/internal/base/crashreport"
	"grundy/internal/base/environment"
	"grundy/internal/store/workspace"
)

// Main runs the command line of the process and returns its exit code. Only Main reads the process's surroundings.
// Configure changes how workspaces are opened.
func Main(configure ...func(*workspace.Config)) (code int) {
	a := newApplication(process{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, environment: environment.Variables(os.Environ()).Guarded(), now: time.Now,
		limitMemory: limitMemory,
		copyTraces:  func(file *os.File) error { return debug.SetCrashOutput(file, debug.CrashOptions{}) },
		configure:   configure,
	})
	defer func() {
		if value := recover(); value != nil {
			code = a.reportCrash(os.Args, crashreport.Words(value, debug.Stack()))
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(ctx, func() { endAtOnce(stop) })
	return a.run(ctx, os.Args)
}

// limitMemory bounds the process's own memory. With that bound, the collector can wait until the heap comes near it:
// most commands end with a heap that it would have scanned twice.
func limitMemory(bytes int64) {
	debug.SetMemoryLimit(bytes)
	debug.SetGCPercent(200)
}

// endAtOnce makes a second Ctrl-C end the process and its boxes. By default the runtime answers SIGQUIT with pages of
// traces.
func endAtOnce(stop func()) {
	again := make(chan os.Signal, 1)
	signal.Notify(again, endings()...)
	stop()
	<-again
	os.Exit(exitInterrupted)
}

// endings are the signals that end the process in order: first programs, boxes and temporary files.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // nohup(1) ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
