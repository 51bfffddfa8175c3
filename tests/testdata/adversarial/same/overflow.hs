-- expect: MLE memory=64MiB
-- Its stack lies in the heap.
main :: IO ()
main = getLine >>= print . dive . read . head . words

dive :: Integer -> Integer
dive depth = if depth == 0 then 0 else 1 + dive (depth + 1)
