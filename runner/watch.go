package runner

import "time"

// preparationCheckInterval is how often Watch checks what long work waits for.
const preparationCheckInterval = time.Second

// Watch calls work. Meanwhile it reports languages that are being prepared for the first time, since builds may wait
// for that much longer than they take themselves.
func (j *Judge) Watch(work func(), tell func(language string)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	look := time.NewTicker(preparationCheckInterval)
	defer look.Stop()
	told := ""
	for {
		select {
		case <-done:
			return
		case <-look.C:
			if now := j.builder.Preparing(); now != "" && now != told {
				told = now
				tell(now)
			}
		}
	}
}
