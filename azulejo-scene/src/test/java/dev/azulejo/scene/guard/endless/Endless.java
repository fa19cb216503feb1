package dev.azulejo.scene.guard.endless;

/** Ways of going round without an end, each written as decoders write it. */
public enum Endless {
    WHILE {
        @Override
        public int run(int n) {
            int sum = 0;
            while (n > 0) {
                sum += n;
            }
            return sum;
        }
    },
    DO {
        @Override
        public int run(int n) {
            int sum = 0;
            do {
                sum ^= n;
            } while (sum != n + 1);
            return sum;
        }
    },
    FOR {
        @Override
        public int run(int n) {
            int sum = 0;
            for (int i = 0; i < n; i += i) {
                sum++;
            }
            return sum;
        }
    },
    CONTINUE {
        @Override
        public int run(int n) {
            int left = n;
            outer:
            while (left > 0) {
                for (int i = 0; i < n; i++) {
                    if ((i & 3) == 3) {
                        left ^= 8;
                        continue outer;
                    }
                }
                left = 0;
            }
            return left;
        }
    },
    SWITCH {
        @Override
        public int run(int n) {
            int state = 0;
            while (state < 3) {
                switch (state) {
                    case 0 -> state = 1;
                    case 1 -> state = n & 1;
                    default -> state = 4;
                }
            }
            return state;
        }
    },
    CATCH {
        @Override
        public int run(int n) {
            while (true) {
                try {
                    n += Integer.parseInt("?");
                } catch (NumberFormatException e) {
                    n--;
                }
            }
        }
    },
    CALLS {
        @Override
        public int run(int n) {
            int sum = 0;
            for (long i = 0; i < Long.MAX_VALUE; i++) {
                sum += twice(n);
            }
            return sum;
        }

        private static int twice(int n) {
            return n > 3 ? n + n : 2 * n;
        }
    };

    /**
     * Goes round.
     *
     * @param n 5
     */
    public abstract int run(int n);
}
