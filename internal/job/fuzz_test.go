package job_test

import (
	"testing"

	"grundy/internal/job"
)

// FuzzDecode decodes orders and errors from elsewhere. A decoded order can be sent on.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"Package":"p","Turn":1,"Kind":"judgement","Job":{"Name":"a"}}`))
	f.Add([]byte(`{"Text":"a","Package":{"Program":"p","Cause":{"Text":"b"}},"Fault":{}}`))
	f.Add([]byte(`{"Kind":"generation","Job":{"Tool":{"Name":"g"},"Beside":[{"Name":"a","Data":"YQ=="}]}}`))
	f.Add([]byte(`{"Kind":"execution","Job":{"Input":{"Data":"YQ=="}}}`))
	f.Add([]byte(`{"Kind":"exploration","Job":{"Inputs":[{"Case":{"Name":"a"},"Files":[{"Name":".in","Data":""}]}]}}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if failed, faulty := job.DecodeError(text); faulty == nil && failed != nil {
			_ = failed.Error()
		}
		order, err := job.DecodeOrder(text)
		if err != nil {
			return
		}
		if _, err := order.Encode(); err != nil {
			t.Skip(err) // it names sources that do not exist here
		}
	})
}
