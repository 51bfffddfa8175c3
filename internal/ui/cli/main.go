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

// Main runs the command line of the process and returns its exit code. Only here the process is asked what surrounds it.
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

// limitMemory bounds what the process itself needs. As there is a bound, less is collected before it is near: most commands end with a
// heap that would have been looked through twice.
func limitMemory(bytes int64) {
	debug.SetMemoryLimit(bytes)
	debug.SetGCPercent(200)
}

// endAtOnce has a second Ctrl-C end the process, and its boxes with it. Left to itself the runtime would answer SIGQUIT with
// pages of traces.
func endAtOnce(stop func()) {
	again := make(chan os.Signal, 1)
	signal.Notify(again, endings()...)
	stop()
	<-again
	os.Exit(exitInterrupted)
}

// endings are the signals that end the process in order: programs, boxes and scratch files first.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup(1) has it
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
