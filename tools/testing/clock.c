// Shifts the clock of a process and of all processes it starts, for trials: tools/testing/steady.ts compiles this and loads it before the C library. CLOCK_SHIFT
// is in seconds.
// Only the time of day is shifted. Waits and timers use other clocks, so PostgreSQL still ends deadlocks and endless statements in time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static long shift;

__attribute__((constructor)) static void begin(void) {
  const char *given = getenv("CLOCK_SHIFT");
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  shift = given ? atol(given) : 0;
}

int clock_gettime(clockid_t id, struct timespec *at) {
  // The constructor of another library may ask for the time before ours has run.
  if (!real_clock_gettime) begin();
  int failed = real_clock_gettime(id, at);
  if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) at->tv_sec += shift;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
