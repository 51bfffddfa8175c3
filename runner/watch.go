package runner

import "time"

// preparationLook is how often work that takes long is asked what it waits for.
const preparationLook = time.Second

// Watch has some work done, and tells meanwhile of languages that are made ready for the first time: builds may wait for that much
// longer than they take themselves.
func (j *Judge) Watch(work func(), tell func(language string)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	look := time.NewTicker(preparationLook)
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
