-- expect: MLE memory=64MiB
import qualified Data.Map.Strict as Map

main :: IO ()
main = print (Map.size (Map.fromList [(i, i) | i <- [1 .. 8000000 :: Int]]))
